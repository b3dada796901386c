import { clock, isStillAhead } from "#lib/clock.ts";
import { noteUse } from "#lib/store/credentials.ts";
import type { Caller } from "./principal.ts";

const dayMs = 24 * 3_600_000;

/** Writes down, at most once a day, that the caller's token was used. A failure of that fails nothing. */
export const noteTokenUse = async ({ principal }: Caller): Promise<void> => {
  if (!principal?.token) return;
  const { hash, lastUsedAt, trustId, grant } = principal.token;
  // No list shows tokens that were issued in exchange for others, or follow from a grant.
  if (trustId !== undefined || grant !== undefined) return;
  const nowMs = clock.nowMs();
  if (lastUsedAt !== undefined && isStillAhead(Date.parse(lastUsedAt) + dayMs, dayMs)) return;
  await noteUse(hash, new Date(nowMs).toISOString(), lastUsedAt).catch(() => {});
};
