import type { User } from "#lib/site/user.ts";
import { getItem, getItems, type Item, queryItems } from "./client.ts";
import { credentialIn, type StoredCredential } from "./credentials.ts";
import { siteVersionOf } from "./site.ts";
import { keys } from "./table.ts";

const userOf = ({ pk, sk, ...user }: Item): User => user as unknown as User;

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

/** The user with this name. Always two requests, so that the time does not tell whether the name exists. */
export const readUserByName = async (username: string): Promise<User | undefined> => {
  const claim = await getItem(keys.username(username));
  const item = await getItem(keys.user((claim?.userId as number | undefined) ?? 0));
  return item && userOf(item);
};

export const readUsers = async (): Promise<User[]> => (await queryItems({ pk: "USERS" })).map(userOf);
