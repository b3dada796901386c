import { told } from "#lib/pages/told.ts";
import type { StoredToken, Token, Trust } from "#lib/site/credential.ts";
import type { Group, User } from "#lib/site/user.ts";
import { namesIn, type SiteNames } from "./export-names.ts";
import { marks, namesWin, unless, unlessEmpty } from "./exported-fields.ts";

export const exportedGroup = ({ name, adminAccess, pages, collections }: Group, names: SiteNames) =>
  told<Group>({
    name: { name },
    adminAccess: unless(false, { admin_access: adminAccess }),
    pages: unlessEmpty({
      pages: pages.flatMap(({ pageId, allow }) => {
        const page = names.pages.get(pageId);
        return page === undefined ? [] : told<Group["pages"][number]>({ pageId: { page }, allow: { allow } });
      }),
    }),
    collections: unlessEmpty({
      collections: collections.flatMap(({ collectionId, images, audios, videos }) => {
        const collection = names.collections.get(collectionId);
        if (collection === undefined) return [];
        return told<Group["collections"][number]>({
          collectionId: { collection },
          images: unlessEmpty({ images }),
          audios: unlessEmpty({ audios }),
          videos: unlessEmpty({ videos }),
        });
      }),
    }),
    id: namesWin,
  });

export const exportedUser = (user: User, names: SiteNames) =>
  told<User>({
    username: { username: user.username },
    email: unless("", { email: user.email }),
    passwordHash:
      user.passwordHash === null ? {} : { password: names.variables.reference("PASSWORD", user.username) },
    groups: unlessEmpty({ groups: namesIn(user.groups, names.groups) }),
    staff: unless(false, { staff: user.staff }),
    superuser: unless(false, { superuser: user.superuser }),
    active: unless(true, { active: user.active }),
    id: namesWin,
    fromManifest: marks,
    signOuts: "Sessions do not move.",
    version: "It counts the changes of this service.",
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
  });
  return [shown];
};
