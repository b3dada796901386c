import { type Restriction, stampOfPassword } from "#lib/pages/restriction.ts";
import { readPage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { type PasswordAttempt, tryPassword } from "./guessing.ts";

/** A page or collection with a password, by id. */
export type Locked = { readonly page: number } | { readonly collection: number };

export interface PassedPassword {
  /** What the session keeps of it. */
  readonly passed: string;
  readonly writes: readonly Write[];
}

/**
 * Checks a password against the object's own restriction; undefined if it is wrong. Takes as long without
 * such an object or password, so that timing does not tell. Refuses and costs as `tryPassword`.
 */
export const enteredPassword = async (
  locked: Locked,
  guess: Omit<PasswordAttempt, "secret">,
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
