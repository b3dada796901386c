import { hashPassword, passwordIsRight } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { readToken, readUserByName } from "#lib/store/listed-credentials.ts";
import { issueToken, revokeToken } from "./tokens.ts";
import { putUser } from "./users.ts";

export interface Credentials {
  readonly token: string;
  readonly passwords: Readonly<Record<string, string>>;
}

/** Replaces the old credentials that are still valid, or removes them if there are no new ones. */
export const replaceCredentials = async (
  tokenName: string,
  old: Credentials,
  next: Credentials | undefined,
): Promise<void> => {
  const stored = await readToken(tokenName);
  if (stored?.hash === hashOfSecret(old.token)) {
    if (next) await issueToken(tokenName, () => ({ ...stored.token, hash: hashOfSecret(next.token) }));
    else await revokeToken(tokenName);
  }
  for (const [username, password] of Object.entries(old.passwords)) {
    const user = await readUserByName(username);
    if (!user || !(await passwordIsRight(password, user.passwordHash))) continue;
    const nextPassword = next?.passwords[username];
    const passwordHash = nextPassword === undefined ? null : await hashPassword(nextPassword);
    await putUser(username, ({ id, username: _, version, ...current } = user) => ({
      ...current,
      passwordHash,
    }));
  }
};
