import type * as z from "zod/mini";
import { newToken, type TokenRequest } from "#lib/access/new-token.ts";
import { hashPassword } from "#lib/access/passwords.ts";
import type { Principal } from "#lib/access/principal.ts";
import { passwordProblemSentence } from "#lib/access/strength.ts";
import type { UserProperties } from "#lib/actions/people/users.ts";
import { certain } from "#lib/certain.ts";
import { withoutUndefined } from "#lib/field.ts";
import { emptyObject, type StoredObject } from "#lib/object-fields.ts";
import type { EveryField } from "#lib/pages/content.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { accountChanges, administeredToken, administeredUser } from "#lib/routes/administration.ts";
import type { StoredToken, Token } from "#lib/site/credential.ts";
import type { Site } from "#lib/site/site.ts";
import { type Group, type User, userFields } from "#lib/site/user.ts";
import { readLastUses, tokenId } from "#lib/store/credentials.ts";
import { readFeedsOfUsers } from "#lib/store/listed-credentials.ts";
import { readFeedUses } from "#lib/store/private-feeds.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { ownTokenView } from "#lib/surfaces/editor/whoami.ts";

type UserView = z.input<typeof administeredUser>;

/**
 * Accounts, in the order given, with how many private feeds they have, and the last day on which one was
 * read. One request, and one more for 100 feeds.
 */
export const shownUsers = async (users: readonly User[], groups: readonly Group[]): Promise<UserView[]> => {
  const feeds = await readFeedsOfUsers(users.map(({ id }) => id));
  const uses = await readFeedUses(feeds.map(({ digest }) => digest));
  return users.map((user) => {
    const own = feeds.filter(({ userId }) => userId === user.id);
    const days = own.flatMap(({ digest }) => uses.get(digest) ?? []).sort();
    return userView(user, groups, { count: own.length, last_used_on: days.at(-1) ?? null });
  });
};

/** An account, without its password (contract#administered-users). */
const userView = (
  user: User,
  groups: readonly Group[],
  feeds: UserView["feeds"],
): z.input<typeof administeredUser> => {
  const { id, username, email, active, staff, superuser } = user;
  return {
    ...{ id, username, email },
    groups: groups.filter((group) => user.groups.includes(group.id)).map(({ name }) => name),
    ...{ active, staff, superuser },
    has_password: user.passwordHash !== null,
    from_manifest: user.fromManifest === true,
    feeds,
  };
};

/**
 * The properties that a request sets, without those that stay. Refuses unknown groups, and passwords that are
 * easy to guess.
 */
export const accountProperties = async (
  { email, password, groups, active, staff, superuser }: z.output<typeof accountChanges>,
  { groups: known, settings }: Pick<Site, "groups" | "settings">,
  username: string,
): Promise<Partial<UserProperties>> => {
  const ids = new Map(known.map(({ name, id }) => [name, id]));
  const names = [username, settings.name];
  const fault = typeof password === "string" ? passwordProblemSentence(password, names) : undefined;
  refuseProblems([
    ...(fault === undefined ? [] : [{ path: "password", code: "invalid", message: fault } as const]),
    ...(groups ?? []).flatMap((name, index): Problem[] =>
      ids.has(name)
        ? []
        : [{ path: `groups.${index}`, code: "not_found", message: `There is no group ${name}.` }],
    ),
  ]);
  return {
    ...withoutUndefined({ email, active, staff, superuser } satisfies EveryField<
      Omit<StoredObject<typeof userFields>, "username" | "groups">
    >),
    ...(groups && {
      groups: [...new Set(groups.map((name) => certain(ids.get(name))))].sort((a, b) => a - b),
    }),
    ...(password !== undefined && { passwordHash: password === null ? null : await hashPassword(password) }),
  };
};

const { username: _, ...unset } = emptyObject(userFields);

/** The properties of a new account by default. */
export const newAccount: UserProperties = { ...unset, passwordHash: null };

/** A token of anybody, without its secret (contract#administered-tokens). */
export const tokenView = (
  id: number,
  token: Token,
  { username, lastUsedAt }: { readonly username: string | null; readonly lastUsedAt: string | null },
): z.input<typeof administeredToken> => {
  const { id: _, name, ...view } = ownTokenView(id, token, lastUsedAt);
  return { id, name, user: username, ...view, from_manifest: token.fromManifest === true };
};

/**
 * A token for a user, as wished; null scopes make one that may do all that its user may. One that a token
 * makes has no scope that the other lacks, and does not outlive it. Refuses `validation_error`.
 */
export const tokenForUser = async (
  principal: Principal,
  userId: number,
  requested: TokenRequest,
): Promise<Token> => {
  refuseProblems(surplus(principal, requested));
  const token = await newToken(principal, { ...requested, scopes: requested.scopes ?? [] });
  return { ...token, userId, scopes: requested.scopes };
};

const surplus = ({ token }: Principal, { scopes, expiresAt }: TokenRequest): Problem[] => {
  const own = token?.scopes ?? null;
  const end = token?.expiresAt;
  const isBeyond = own !== null && (scopes === null || scopes.some((scope) => !own.includes(scope)));
  const isLater = end !== undefined && (expiresAt === null || expiresAt > end);
  return [
    ...(isBeyond ? [{ ...beyond, message: `This token may give these scopes: ${own.join(", ")}.` }] : []),
    ...(isLater ? [{ ...later, message: `The token that makes it ends at ${end}.` }] : []),
  ];
};

const beyond = { path: "scopes", code: "invalid_choice" } as const;
const later = { path: "expires_at", code: "max_value" } as const;

/** Tokens as administrators see them. Cost: two requests for 100. */
export const shownTokens = async (tokens: readonly StoredToken[]) => {
  const [usernames, lastUses] = await Promise.all([
    readUsernames(tokens.map(({ token }) => token.userId)),
    readLastUses(tokens.map(({ hash }) => hash)),
  ]);
  return tokens.map(({ token, hash }) =>
    tokenView(tokenId(hash), token, {
      username: usernames.get(token.userId) ?? null,
      lastUsedAt: lastUses.get(hash) ?? null,
    }),
  );
};
