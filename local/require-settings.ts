import { checkedSettings } from "#lib/settings/checked-settings.ts";
import { PlainError } from "./plain-error.ts";

/** Throws a {@link PlainError} for the first setting that is invalid. */
export const requireSettings = (): void => {
  for (const { required } of checkedSettings) {
    try {
      required();
    } catch (cause) {
      throw new PlainError((cause as Error).message, { cause });
    }
  }
};
