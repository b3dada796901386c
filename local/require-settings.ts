import { checkedSettings } from "#lib/settings/checked-settings.ts";
import { proxySecret } from "#lib/settings/requests.ts";
import type { Setting } from "#lib/settings/setting.ts";
import { PlainError } from "./plain-error.ts";

/** Throws a {@link PlainError} for the first setting that is invalid. */
export const requireSettings = (): void => checkedSettings.forEach(requireSetting);

/** Requires the setting without which no request is answered. */
export const requireSettingsOfRequests = (): void => requireSetting(proxySecret);

const requireSetting = ({ required }: Setting<unknown>): void => {
  try {
    required();
  } catch (cause) {
    throw new PlainError((cause as Error).message, { cause });
  }
};
