import type { User } from "#lib/site/user.ts";
import { getItem, getItems, type Item, queryItems } from "./client.ts";
import { siteVersionOf } from "./site.ts";
import { keys } from "./table.ts";

const userOf = ({ pk, sk, ...user }: Item): User => user as unknown as User;

/** A user, and the version of the site data that decides their rights. One request. */
export const readUserAndSiteVersion = async (
  id: number,
): Promise<{ readonly user: User | undefined; readonly siteVersion: number }> => {
  const [user, version] = await getItems([keys.user(id), keys.siteVersion()]);
  return { user: user && userOf(user), siteVersion: siteVersionOf(version) };
};

/** The user with this name. Always two requests, so that the time does not tell whether the name exists. */
export const readUserByName = async (username: string): Promise<User | undefined> => {
  const claim = await getItem(keys.username(username));
  const item = await getItem(keys.user((claim?.userId as number | undefined) ?? 0));
  return item && userOf(item);
};

export const readUsers = async (): Promise<User[]> => (await queryItems({ pk: "USERS" })).map(userOf);
