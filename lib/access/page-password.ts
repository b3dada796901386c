import { type Restriction, stampOfPassword } from "#lib/pages/restriction.ts";
import type { Write } from "#lib/store/commit.ts";
import { readPage } from "#lib/store/pages.ts";
import { type Guess, tryPassword } from "./guessing.ts";

/** A password that was right. */
export interface PassedPassword {
  /** What a session remembers of it. */
  readonly passed: string;
  /** To be written together with that. */
  readonly writes: readonly Write[];
}

/**
 * The password that was entered, if it is the one of the page's own restriction; else undefined. Takes as long for pages that there
 * are not, or that ask for no password, so that it does not tell which there are. Refuses and costs as `tryPassword` does, and
 * one request.
 */
export const opensPage = async (
  pageId: number,
  guess: Omit<Guess, "secret">,
): Promise<PassedPassword | undefined> => {
  const reading = readPage(pageId).then((page) => hashOf(page?.restriction ?? null));
  const [hash, writes] = await Promise.all([
    reading,
    tryPassword({ secret: `page ${pageId}`, ...guess }, () => reading),
  ]);
  return writes && hash !== null ? { passed: stampOfPassword(hash), writes } : undefined;
};

const hashOf = (restriction: Restriction | null): string | null =>
  restriction?.type === "password" ? restriction.passwordHash : null;
