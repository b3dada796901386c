import type { User } from "#lib/site/user.ts";
import { getItems, type Item } from "./client.ts";
import { credentialIn, type StoredCredential } from "./credentials.ts";
import { siteVersionOf } from "./site.ts";
import { keys } from "./table.ts";

export const userOf = ({ pk, sk, ...user }: Item): User => user as unknown as User;

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

/** The same together with the credential of that hash, which may be another user's. One request. */
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

const userAndSiteVersionIn = (user: Item | undefined, version: Item | undefined): UserAndSiteVersion => ({
  user: user && userOf(user),
  siteVersion: siteVersionOf(version),
});
