import { isDeepStrictEqual } from "node:util";
import { shortDigest } from "#lib/manifest/short-digest.ts";
import type { BesideManifests, ChangedBeside } from "#lib/site/site.ts";
import { type ListedSiteSection, nameMembers, type SiteDocument, type SiteObject } from "./site-sections.ts";

/** The kinds of things, as outcomes of applications name them. Restrictions are of their pages. */
const kinds = {
  categories: "category",
  authors: "author",
  collections: "collection",
  groups: "group",
  workflows: "workflow",
  parents: "page",
  webhooks: "webhook",
  oidc: "trust",
  redirects: "redirect",
} as const satisfies Record<Exclude<ListedSiteSection, "restrictions">, string>;

interface Thing {
  readonly thing: string;
  readonly said: SiteObject;
  readonly isManaged: boolean;
}

/** The things of a document, by what stays when they are renamed. */
const thingsIn = (document: SiteDocument): ReadonlyMap<string, Thing> => {
  const restrictions = new Map(document.restrictions.map(({ page, managed_by: _, ...said }) => [page, said]));
  const { settings, navigation, social_links } = document;
  const things = new Map<string, Thing>();
  things.set("site", { thing: "site", said: { ...settings, navigation, social_links }, isManaged: false });
  for (const [section, kind] of Object.entries(kinds) as [keyof typeof kinds, string][])
    for (const { id, managed_by, ...said } of document[section]) {
      const thing = [kind, ...nameMembers[section].map((member) => said[member])].join(" ");
      const restriction = section === "parents" && restrictions.get(said.path);
      things.set(typeof id === "number" ? `${kind} ${id}` : thing, {
        ...{ thing, isManaged: managed_by !== undefined },
        said: { ...said, ...(restriction && { restriction }) },
      });
    }
  return things;
};

/**
 * The notes of what was changed beside manifests, after a change of the site. What is again as a manifest has
 * set it is none.
 */
export const besideAfter = (
  known: BesideManifests,
  before: SiteDocument,
  after: SiteDocument,
): BesideManifests => {
  const changed = new Map(known.changed.map((each) => [`${each.thing} ${each.member}`, each]));
  const note = (one: ChangedBeside) => {
    const key = `${one.thing} ${one.member}`;
    const was = changed.get(key)?.was ?? one.was;
    if (was === one.is) changed.delete(key);
    else changed.set(key, { ...one, was });
  };
  const present = thingsIn(after);
  for (const [key, { thing, said, isManaged }] of thingsIn(before)) {
    if (!isManaged && !(key === "site" && known.hasSettings)) continue;
    const now = present.get(key)?.said;
    if (!now) {
      note({ thing, member: null, was: "there", is: "gone" });
      continue;
    }
    for (const member of new Set([...Object.keys(said), ...Object.keys(now)]))
      if (!isDeepStrictEqual(said[member], now[member]))
        note({ thing, member, was: shortDigest(said[member]), is: shortDigest(now[member]) });
  }
  return { ...known, changed: [...changed.values()] };
};
