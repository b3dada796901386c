import type { User } from "#lib/site/user.ts";
import { credentialIn, type StoredCredential } from "./credentials.ts";
import { getItems } from "./items.ts";
import { siteVersionOf } from "./site.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys, type StoredItem } from "./table.ts";

export const userOf = ({ pk, sk, ...user }: StoredItem<"user">): User => user;

/** A user, and the version of the site data that decides their rights. */
export interface UserAndSiteVersion {
  readonly user: User | undefined;
  readonly siteVersion: number;
}

/** One request. */
export const readUserAndSiteVersion = async (id: number): Promise<UserAndSiteVersion> => {
  const [user, version] = await getItems([keys.user(id), keys.siteVersion()]);
  return userAndSiteVersionIn(user, version);
};

/**
 * A user, the version of the site data and the credential of that hash, which may be another user's. One
 * request.
 */
export const readCredentialAndUser = async (
  hash: string,
  userId: number,
): Promise<UserAndSiteVersion & { readonly credential: StoredCredential | undefined }> => {
  const [credential, user, version] = await getItems([
    keys.credential(hash),
    keys.user(userId),
    keys.siteVersion(),
  ]);
  return { credential: credentialIn(credential), ...userAndSiteVersionIn(user, version) };
};

const userAndSiteVersionIn = (
  user: StoredItem<"user"> | undefined,
  version: StoredItems["siteVersion"] | undefined,
): UserAndSiteVersion => ({
  user: user && userOf(user),
  siteVersion: siteVersionOf(version),
});
