import { isObject } from "#lib/blocks/is-object.ts";

/** The sections of a site's own things (contract#site-sections), in the order of answers. */
export const siteSections = [
  "settings",
  "navigation",
  "social_links",
  "categories",
  "authors",
  "collections",
  "groups",
  "workflows",
  "parents",
  "restrictions",
  "webhooks",
  "oidc",
  "redirects",
] as const;

export type SiteSection = (typeof siteSections)[number];

/** Values, which have no names. */
const valueSections = ["settings", "navigation", "social_links"] as const;

export type ValueSection = (typeof valueSections)[number];

/** Lists of objects with names. */
export type ListedSiteSection = Exclude<SiteSection, ValueSection>;

export const isValueSection = (section: SiteSection): section is ValueSection =>
  (valueSections as readonly string[]).includes(section);

/** The members that together name an object of a section. */
export const nameMembers = {
  categories: ["slug"],
  authors: ["slug"],
  collections: ["path"],
  groups: ["name"],
  workflows: ["name"],
  parents: ["path"],
  restrictions: ["page"],
  webhooks: ["name"],
  oidc: ["issuer", "audience", "user"],
  redirects: ["from"],
} as const satisfies Record<ListedSiteSection, readonly string[]>;

/** Sections whose objects have names that can be changed. */
export const renamedSections = [
  ...["categories", "authors", "collections", "groups", "workflows", "parents", "webhooks", "redirects"],
] as const;

export type SiteObject = Readonly<Record<string, unknown>>;

/** The name of an object as text; undefined if it lacks a member of it. */
export const nameOfThing = (section: ListedSiteSection, object: unknown): string | undefined => {
  if (!isObject(object)) return undefined;
  const values = nameMembers[section].map((member) => object[member]);
  if (!values.every((value) => typeof value === "string")) return undefined;
  return values.length === 1 ? values[0] : JSON.stringify(values);
};

/** All of a site that its administrators set, without posts, people and secrets (contract#site-sections). */
export type SiteDocument = Readonly<
  Record<ListedSiteSection | "navigation" | "social_links", readonly SiteObject[]>
> & {
  readonly settings: SiteObject;
};
