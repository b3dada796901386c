import { isDeepStrictEqual } from "node:util";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { issueToken, type TokenProperties } from "#lib/actions/people/tokens.ts";
import { putUser, type UserProperties } from "#lib/actions/people/users.ts";
import { certain } from "#lib/certain.ts";
import type { TrustedKeys } from "#lib/manifest/check/check-access.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { readObject } from "#lib/manifest/read/read-object.ts";
import type { ManifestTrust, ManifestUser } from "#lib/manifest/schema.ts";
import type { StoredToken, Token, Trust } from "#lib/site/credential.ts";
import type { Site } from "#lib/site/site.ts";
import { administrates, type User, userFields } from "#lib/site/user.ts";
import { desiredPasswordHash, sortedIds } from "./desired-page.ts";
import type { Fate } from "./outcome.ts";
import { handMarks, type LimitIds, type Run } from "./run.ts";
import { changedMembers, digestsOf, wireMembers } from "./set-by-manifest.ts";

/** Few are hashed at a time, because a run that has no time for more loses them. */
const hashedAtATime = 16;

/** Applies the file's users, and gives the ids of all users by name. Passwords are hashed concurrently. */
export const applyUsers = async (
  { users }: Manifest,
  stored: readonly User[],
  groupId: (name: string) => number,
  run: Run,
): Promise<ReadonlyMap<string, number>> => {
  const byName = new Map(stored.map((user) => [user.username, user]));
  // Last, because a site keeps a superuser, and the file may make another one.
  const ends = ({ value }: Manifest["users"][number]) => {
    const former = byName.get(value.username);
    return former !== undefined && administrates(former) && !administrates(value);
  };
  const inOrder = [...users.filter((user) => !ends(user)), ...users.filter(ends)];
  const ids = new Map(stored.map(({ username, id }) => [username, id]));
  for (let start = 0; start < users.length; start += hashedAtATime) {
    const some = inOrder.slice(start, start + hashedAtATime);
    const desired = await Promise.all(
      some.map(({ value }) => desiredUser(value, byName.get(value.username), groupId, run)),
    );
    for (const [index, { value }] of some.entries()) {
      const { username } = value;
      const id = await applyUser(username, byName.get(username), certain(desired[index]), run);
      ids.set(username, id);
      run.ledger.noteId("users", username, id);
    }
  }
  return ids;
};

const desiredUser = async (
  said: ManifestUser,
  stored: User | undefined,
  groupId: (name: string) => number,
  { secretValue }: Run,
): Promise<DesiredUser> => {
  const hash = stored?.passwordHash ?? null;
  const { username: _, ...fields } = readObject(userFields, said, (_kind, name) => groupId(name));
  const { password } = said;
  const passwordHash =
    password === undefined ? hash : await desiredPasswordHash(certain(secretValue(password)), hash);
  return { properties: { ...fields, passwordHash }, saysPassword: password !== undefined };
};

interface DesiredUser {
  readonly properties: UserProperties;
  readonly saysPassword: boolean;
}

/** What a file that may say a password says of an account. */
const saidOfUser = (user: UserProperties, { saysPassword }: DesiredUser) => {
  const { username: _, ...said } = wireMembers(userFields, user);
  return { ...said, ...(saysPassword && { password: user.passwordHash }) };
};

const applyUser = async (
  username: string,
  stored: User | undefined,
  desired: DesiredUser,
  run: Run,
): Promise<number> => {
  const { properties } = desired;
  const isLike = (user: User) => isDeepStrictEqual({ ...user, ...properties }, user);
  const isSame = stored !== undefined && isLike(stored);
  const note = (fate: Fate) => run.ledger.note(`user ${username}`, fate);
  const said = saidOfUser(properties, desired);
  const marks = { fromManifest: true, setByManifest: digestsOf(said) } as const;
  const isMarked = !stored?.fromManifest || isDeepStrictEqual({ ...stored, ...marks }, stored);
  if ((isSame && isMarked) || run.dryRun) {
    note(isSame ? "unchanged" : stored ? "updated" : "created");
    if (stored && run.dryRun) {
      const changed = changedMembers(stored.setByManifest, saidOfUser(stored, desired), said);
      run.ledger.noteBeside(changed.map((member) => `user ${username} (${member})`));
    }
    return stored?.id ?? run.drawId("user");
  }
  run.begin();
  let before: User | undefined;
  const put = await putUser(username, (current) => {
    before = current;
    return { ...properties, ...((!current || current.fromManifest) && marks) };
  });
  note(!before ? "created" : isLike(before) ? "unchanged" : "updated");
  return put.id;
};

/** Applies the file's tokens. A new secret ends the old one at once. */
export const applyTokens = async (
  { tokens }: Manifest,
  stored: readonly StoredToken[],
  { userId, pageId, collectionId }: LimitIds,
  run: Run,
): Promise<void> => {
  const byName = new Map(stored.map((one) => [one.token.name, one]));
  for (const { value } of tokens) {
    const { name, user, secret, scopes, expires_at: expiresAt, parents, collections } = value;
    const desired: TokenProperties = {
      hash: hashOfSecret(certain(run.secretValue(secret))),
      userId: userId(user),
      scopes: scopes ? [...new Set(scopes)] : null,
      ...limitsOf({
        expiresAt,
        parents: parents && sortedIds(parents, pageId),
        collections: collections && sortedIds(collections, collectionId),
      }),
    };
    const current = byName.get(name);
    const isSame = current !== undefined && isDeepStrictEqual(desired, propertiesOf(current));
    const note = (fate: Fate) => run.ledger.note(`token ${name}`, fate);
    if (isSame || run.dryRun) {
      note(isSame ? "unchanged" : current ? "updated" : "created");
      continue;
    }
    run.begin();
    let before: StoredToken | undefined;
    const issued = await issueToken(name, (found) => {
      before = found;
      const mark = found ? found.token.fromManifest : true;
      return { ...desired, ...(mark && { fromManifest: mark }) };
    });
    note(!before ? "created" : isDeepStrictEqual(issued, before) ? "unchanged" : "updated");
  }
};

const propertiesOf = ({ hash, token }: StoredToken): TokenProperties => ({
  hash,
  userId: token.userId,
  scopes: token.scopes,
  ...limitsOf(token),
});

/** The limits that there are. */
const limitsOf = (
  limits: {
    readonly [Name in "expiresAt" | "parents" | "collections"]?: Token[Name] | undefined;
  },
) => ({
  ...(limits.expiresAt !== undefined && { expiresAt: limits.expiresAt }),
  ...(limits.parents && { parents: limits.parents }),
  ...(limits.collections && { collections: limits.collections }),
});

/**
 * Makes the list of trusts that of the file, also without pruning: a trust that was changed would stay
 * otherwise, beside the new one. Without `oidc` in the file, only pruning changes the list. A trust that is
 * not as before is a new one, and tokens of the former end. Those that an administrator has made and the file
 * does not name stay, unless the run removes these, too.
 */
export const applyTrusts = async (
  { oidc }: Pick<Manifest, "oidc">,
  keys: TrustedKeys,
  stored: Site,
  ids: LimitIds,
  run: Run,
): Promise<void> => {
  if (!oidc && !run.prunes) return;
  const newIds = new Map<number, number>();
  const desired = async (before: readonly Trust[]): Promise<readonly Trust[]> => {
    const unused = new Set(before);
    const trusts: Trust[] = [];
    const named = new Set<string>();
    for (const [index, { value }] of (oidc ?? []).entries()) {
      const properties = propertiesOfTrust(value, keys, ids);
      const name = nameOfTrust(properties);
      named.add(name);
      const same = [...unused].find((former) => isSameTrust(former, properties));
      if (same) unused.delete(same);
      else if (!newIds.has(index)) newIds.set(index, await run.drawId("trust"));
      const former = before.find((trust) => nameOfTrust(trust) === name);
      trusts.push(same ?? { id: certain(newIds.get(index)), ...properties, ...handMarks(former, run) });
    }
    if (run.isByHand || run.prunesAll) return trusts;
    const others = [...unused].filter((trust) => trust.byHand && !named.has(nameOfTrust(trust)));
    return [...trusts, ...others];
  };
  let [before, after] = [stored.trusts, await desired(stored.trusts)];
  if (!run.dryRun && !isDeepStrictEqual(before, after)) {
    run.begin();
    await changeSite(async (site) => {
      [before, after] = [site.trusts, await desired(site.trusts)];
      return isDeepStrictEqual(before, after) ? undefined : { trusts: after };
    });
  }
  const written = run.isByHand ? after : after.slice(0, oidc?.length ?? 0);
  if (run.prunes) for (const { issuer } of after.slice(written.length)) run.ledger.noteKept("trust", issuer);
  const has = (trusts: readonly Trust[], id: number) => trusts.some((trust) => trust.id === id);
  for (const { id } of written) run.ledger.note(`trust ${id}`, has(before, id) ? "unchanged" : "created");
  for (const { id, issuer } of before) if (!has(after, id)) run.ledger.noteRemoved("trust", issuer);
};

/** What a file says of a trust. */
export const propertiesOfTrust = (
  value: ManifestTrust,
  keys: TrustedKeys,
  { userId, pageId, collectionId }: LimitIds,
): Omit<Trust, "id"> => {
  const { issuer, audience, claims, user, scopes, parents, collections } = value;
  return {
    ...{ issuer, audience, claims },
    ...(keys.has(value) && { keys: certain(keys.get(value)) }),
    userId: userId(user),
    ...(scopes && { scopes: [...new Set(scopes)] }),
    ...(parents && { parents: sortedIds(parents, pageId) }),
    ...(collections && { collections: sortedIds(collections, collectionId) }),
  };
};

/** True if a stored trust is as a file says, and stays with the tokens that came by it. */
export const isSameTrust = (
  { id: _, byHand: __, ...stored }: Trust,
  properties: Omit<Trust, "id">,
): boolean => isDeepStrictEqual(stored, properties);

/** What names a trust in its list. */
const nameOfTrust = ({ issuer, audience, userId }: Pick<Trust, "issuer" | "audience" | "userId">): string =>
  JSON.stringify([issuer, audience, userId]);
