import { inOrder } from "#lib/field.ts";
import type { StoredToken, Token, Trust } from "#lib/site/credential.ts";
import { type User, userFields } from "#lib/site/user.ts";
import { namesIn, type SiteNames } from "./export-names.ts";
import { exportedObject, marks, namesWin, told, unless } from "./exported-fields.ts";

export const exportedUser = (user: User, { nameOf, variables }: SiteNames) =>
  inOrder<Readonly<Record<string, unknown>>>(["username", "email", "password"], {
    ...exportedObject(userFields, user, nameOf, {
      id: namesWin,
      passwordHash: "The file has the name of a variable for the password.",
      fromManifest: marks,
      setByManifest: marks,
      signOuts: "Sessions do not move.",
      version: "It counts the changes of this service.",
    }),
    ...(user.passwordHash !== null && { password: variables.reference("PASSWORD", user.username) }),
  });

export const exportedToken = ({ token, hash: _ }: StoredToken, names: SiteNames) => {
  const user = names.users.get(token.userId);
  if (user === undefined) return [];
  const { parents, collections } = exportedLimits(token, names);
  const shown = told<Token & Pick<StoredToken, "hash">>({
    name: { name: token.name },
    userId: { user },
    hash: { secret: names.variables.reference("TOKEN", token.name) },
    scopes: unless(null, { scopes: token.scopes }),
    expiresAt: unless(undefined, { expires_at: token.expiresAt }),
    parents,
    collections,
    kind: "All entries of the list are tokens.",
    trustId: "Tokens that were exchanged are not listed: their clients exchange anew.",
    fromManifest: marks,
    createdAt: "A token is as old as it is in its service.",
  });
  return [shown];
};

const exportedLimits = (
  { parents, collections }: Pick<Trust, "parents" | "collections">,
  names: SiteNames,
) => ({
  parents: parents ? { parents: namesIn(parents, names.pages) } : {},
  collections: collections ? { collections: namesIn(collections, names.collections) } : {},
});

export const exportedTrust = (trust: Trust, names: SiteNames) => {
  const { issuer, audience, claims, keys, scopes } = trust;
  const user = names.users.get(trust.userId);
  if (user === undefined) return [];
  const { parents, collections } = exportedLimits(trust, names);
  const shown = told<Trust>({
    issuer: { issuer },
    audience: { audience },
    claims: { claims },
    keys: keys ? { jwks: { keys } } : {},
    userId: { user },
    scopes: unless(undefined, { scopes }),
    parents,
    collections,
    id: "What it says is what names it.",
    byHand: marks,
  });
  return [shown];
};
