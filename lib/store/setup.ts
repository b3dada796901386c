import { clock } from "#lib/clock.ts";
import { equal, type Write } from "#lib/store/port/table-store.ts";
import { putItem } from "./items.ts";
import { keys, type StoredItem } from "./table.ts";

/** What opens a service without accounts, while it is there and has not expired. */
export type SetupMark = Pick<StoredItem<"setup">, "digest" | "expiresAtMs">;

/** How long a secret opens a service. */
const lifetimeMs = 3_600_000;

/** Lets a secret with this digest make the first account, in place of an earlier one. */
export const putSetupMark = (digest: string): Write => {
  const expiresAtMs = clock.nowMs() + lifetimeMs;
  return putItem(keys.setup(), { digest, expiresAtMs, expires_at: Math.ceil(expiresAtMs / 1000) });
};

/** Uses the mark up; fails if it was used, or replaced, since it was read. */
export const useSetupMark = ({ digest }: SetupMark): Write => ({
  delete: keys.setup(),
  if: equal("digest", digest),
});

/** Ends the mark, if there is one: the service has an account. */
export const endSetupMark = (): Write => ({ delete: keys.setup() });

export const isOpen = (mark: SetupMark | undefined): mark is SetupMark =>
  mark !== undefined && mark.expiresAtMs > clock.nowMs();
