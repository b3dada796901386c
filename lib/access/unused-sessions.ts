import { clock, isStillAhead } from "#lib/clock.ts";
import { idleHours } from "#lib/settings/access.ts";
import type { Session } from "#lib/site/credential.ts";
import { noteUse } from "#lib/store/credentials.ts";
import type { Caller } from "./principal.ts";
import { sessionSeconds } from "./started-session.ts";

const hourMs = 3_600_000;

/** After how long without a request the session of an account ends (contract#unused-sessions); 0: never. */
const unusedMs = (): number => idleHours() * hourMs;

/** In this time, a use is written down once: so hardly a read writes. */
const notedMs = (): number => unusedMs() / 12;

const lastUseMs = ({ lastUsedAt, expiresAt }: Session): number =>
  lastUsedAt === undefined ? (expiresAt - sessionSeconds) * 1_000 : Date.parse(lastUsedAt);

/** True if nobody has used the session for as long as the settings allow. */
export const isUnused = (session: Session): boolean =>
  unusedMs() > 0 && lastUseMs(session) + unusedMs() <= clock.nowMs();

/** Writes down that the session of an account is used. A failure of that fails nothing. */
export const noteSessionUse = async ({ principal, session: held }: Caller): Promise<void> => {
  if (unusedMs() === 0 || !principal || !held) return;
  if (isStillAhead(lastUseMs(held.session) + notedMs(), notedMs())) return;
  const now = new Date(clock.nowMs()).toISOString();
  await noteUse(held.hash, now, held.session.lastUsedAt).catch(() => {});
};
