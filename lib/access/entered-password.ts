import { type Restriction, stampOfPassword } from "#lib/pages/restriction.ts";
import { readPage } from "#lib/store/pages.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import type { Write } from "#lib/store/write.ts";
import { type Guess, tryPassword } from "./guessing.ts";

/** What has a password of its own, by its id. */
export type Locked = { readonly page: number } | { readonly collection: number };

/** A password that was right. */
export interface PassedPassword {
  /** What a session remembers of it. */
  readonly passed: string;
  /** To be written together with that. */
  readonly writes: readonly Write[];
}

/**
 * The password that was entered, if it is the one of the page's or the collection's own restriction; else
 * undefined. Takes as long where there is no such thing, or it asks for no password, so that it does not tell
 * what there is. Refuses and costs as `tryPassword` does, and one request.
 */
export const enteredPassword = async (
  locked: Locked,
  guess: Omit<Guess, "secret">,
): Promise<PassedPassword | undefined> => {
  const isPage = "page" in locked;
  const secret = isPage ? `page ${locked.page}` : `collection ${locked.collection}`;
  const restriction = isPage ? restrictionOfPage(locked.page) : restrictionOfCollection(locked.collection);
  const reading = restriction.then(hashOf);
  const [hash, writes] = await Promise.all([reading, tryPassword({ secret, ...guess }, () => reading)]);
  return writes && hash !== null ? { passed: stampOfPassword(hash), writes } : undefined;
};

const restrictionOfPage = async (id: number): Promise<Restriction | null> =>
  (await readPage(id))?.restriction ?? null;

const restrictionOfCollection = async (id: number): Promise<Restriction | null> => {
  const { collections } = await siteAt(await readSiteVersion());
  return collections.find((collection) => collection.id === id)?.restriction ?? null;
};

const hashOf = (restriction: Restriction | null): string | null =>
  restriction?.type === "password" ? restriction.passwordHash : null;
