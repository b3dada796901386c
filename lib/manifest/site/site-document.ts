import { hash } from "node:crypto";
import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import { exportedTrust } from "#lib/manifest/export/exported-access.ts";
import { exportedObject, exportedObjects, marks, namesWin } from "#lib/manifest/export/exported-fields.ts";
import { exportedCollection, exportedWebhook } from "#lib/manifest/export/exported-objects.ts";
import { exportedPage } from "#lib/manifest/export/exported-page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import {
  authorFields,
  categoryFields,
  type MadeByHand,
  redirectFields,
  settingFields,
} from "#lib/site/site.ts";
import { groupFields } from "#lib/site/user.ts";
import { workflowFields } from "#lib/site/workflow.ts";
import { isParentType, membersOfParent } from "./parent-members.ts";
import type { PlacedParent, SiteState } from "./read-site-state.ts";
import { type SiteDocument, type SiteObject, type SiteSection, siteSections } from "./site-sections.ts";

/** The members of a parent in the document, as a manifest says them. */
const saidOfParent = (said: SiteObject): SiteObject => {
  const names = isParentType(said.type) ? membersOfParent(said.type) : [];
  return Object.fromEntries(Object.entries(said).filter(([name]) => names.includes(name)));
};

/** What a manifest says of a parent, but for its restriction. */
export const parentInManifest = (parent: PlacedParent, { names }: Pick<SiteState, "names">): SiteObject =>
  exportedPage(parent, new Map(), names);

/** Without the password, which nobody can read. */
const withoutSecret = (restriction: unknown): SiteObject => {
  const { password: _, ...rest } = (restriction ?? {}) as SiteObject;
  return rest;
};

/** A site's own things in a manifest's words, by section. */
export const siteDocument = (state: SiteState): SiteDocument => {
  const { site, webhooks, parents, restricted, names } = state;
  const { nameOf } = names;
  const settings = exportedObject(settingFields, site.settings, nameOf, {});
  const { navigation = [], social_links = [], ...others } = settings;
  const told = managedBy("manifest");
  const managed = ({ byHand }: MadeByHand) => told(byHand ? {} : { fromManifest: true });
  const unsaid = { id: namesWin, byHand: marks };
  return {
    settings: others,
    navigation: navigation as readonly SiteObject[],
    social_links: social_links as readonly SiteObject[],
    categories: site.categories.flatMap((category) =>
      exportedObjects(categoryFields, [category], nameOf, unsaid).map((said) => ({
        id: category.id,
        ...said,
        ...managed(category),
      })),
    ),
    authors: site.authors.flatMap((author) =>
      exportedObjects(authorFields, [author], nameOf, { byHand: marks }).map((said) => ({
        ...said,
        ...managed(author),
      })),
    ),
    collections: [...names.collections].flatMap(([id, path]) =>
      exportedCollection(path, site, names).map(({ restriction, ...said }) => ({
        ...{ id, ...said },
        ...(restriction !== undefined && { restriction: withoutSecret(restriction) }),
        // Of a site that nothing has been written to, the root collection is nobody's.
        ...managed(site.collections.find((collection) => collection.id === id) ?? { byHand: true }),
      })),
    ),
    groups: site.groups.flatMap((group) =>
      exportedObjects(groupFields, [group], nameOf, unsaid).map((said) => ({
        id: group.id,
        ...said,
        ...managed(group),
      })),
    ),
    workflows: site.workflows.flatMap((workflow) =>
      exportedObjects(workflowFields, [workflow], nameOf, unsaid).map((said) => ({
        id: workflow.id,
        ...said,
        ...managed(workflow),
      })),
    ),
    parents: parents.map((parent) => ({
      ...{ id: parent.page.id, path: parent.path },
      ...saidOfParent(parentInManifest(parent, state)),
      ...told(parent.page),
    })),
    restrictions: restricted.map(({ path, restriction }) => ({
      page: path,
      ...shownRestriction(restriction, names.groups),
      ...managed(restriction),
    })),
    webhooks: webhooks.map(({ webhook }) => {
      const { secret: _, ...said } = exportedWebhook(webhook, names);
      return { id: webhook.id, ...said, ...told(webhook) };
    }),
    oidc: site.trusts.flatMap((trust) =>
      exportedTrust(trust, names).map((said) => ({ ...said, ...managed(trust) })),
    ),
    redirects: site.redirects.flatMap((redirect) =>
      exportedObjects(redirectFields, [redirect], nameOf, { byHand: marks }).map((said) => ({
        ...said,
        ...managed(redirect),
      })),
    ),
  };
};

const managedBy =
  (source: string) =>
  ({ fromManifest }: { readonly fromManifest?: true }): { readonly managed_by?: string } =>
    fromManifest ? { managed_by: source } : {};

const shownRestriction = (restriction: Restriction, groups: ReadonlyMap<number, string>): SiteObject =>
  restriction.type === "groups"
    ? { type: "groups", groups: restriction.groups.flatMap((id) => groups.get(id) ?? []) }
    : { type: restriction.type };

/** What a section has and nobody is shown, so that its digest tells of changes all the same. */
const hiddenIn = (
  section: SiteSection,
  { site, restricted, webhooks }: Pick<SiteState, "site" | "restricted" | "webhooks">,
): unknown => {
  const hashes = (restrictions: readonly (Restriction | null)[]) =>
    restrictions.map((each) => (each?.type === "password" ? each.passwordHash : null));
  if (section === "collections")
    return hashes([...collectionsByPath(site.collections).values()].map(({ restriction }) => restriction));
  if (section === "restrictions") return hashes(restricted.map(({ restriction }) => restriction));
  return section === "webhooks" ? webhooks.map(({ version }) => version) : null;
};

const digestForm = "1";
const digestLength = 12;

/**
 * The digest of a state: a text with a short digest for each section, so that it tells which of them have
 * changed since.
 */
export const siteDigest = (
  document: SiteDocument,
  state: Pick<SiteState, "site" | "restricted" | "webhooks">,
): string =>
  [
    digestForm,
    ...siteSections.map((section) =>
      hash("sha256", JSON.stringify([document[section], hiddenIn(section, state)]), "base64url").slice(
        0,
        digestLength,
      ),
    ),
  ].join(".");

/** The sections that have changed since the state of another digest; undefined if that is none. */
export const changedSections = (digest: string, since: string): ReadonlySet<SiteSection> | undefined => {
  const [now, before] = [digest.split("."), since.split(".")];
  if (now.length !== before.length || now[0] !== before[0]) return undefined;
  return new Set(siteSections.filter((_, index) => now[index + 1] !== before[index + 1]));
};
