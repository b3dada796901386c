import { readRestoration } from "#lib/store/restoration.ts";
import { PlainError } from "./plain-error.ts";

/** Throws a {@link PlainError} if a backup was not restored to its end: the table has part of a site. */
export const requireWholeSite = async (): Promise<void> => {
  if ((await readRestoration())?.hasEnded !== false) return;
  throw new PlainError(
    "A backup is being restored into this site, or its restoration was interrupted; run the same lectern restore again, then start.",
  );
};
