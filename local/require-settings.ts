import { checkedSettings, unknownSettings } from "#lib/settings/checked-settings.ts";
import { proxySecret } from "#lib/settings/requests.ts";
import type { Setting } from "#lib/settings/setting.ts";
import { environmentVariables } from "./environment.ts";
import { PlainError } from "./plain-error.ts";

/**
 * Throws a {@link PlainError} with a line for each variable that begins with `SITE_` and is no setting, else
 * for the first setting that is invalid.
 */
export const requireSettings = (): void => {
  const unknown = unknownSettings(environmentVariables());
  if (unknown.length > 0) throw new PlainError(unknown.map((line) => `${line}.`).join("\n"));
  checkedSettings.forEach(requireSetting);
};

/** Requires the setting without which no request is answered. */
export const requireSettingsOfRequests = (): void => requireSetting(proxySecret);

const requireSetting = ({ required }: Setting<unknown>): void => {
  try {
    required();
  } catch (cause) {
    throw new PlainError((cause as Error).message, { cause });
  }
};
