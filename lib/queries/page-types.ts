import type { PageKind } from "#lib/pages/page.ts";
import { QueryError } from "./parameter-values.ts";

const kindsByType = {
  "site.Page": ["root", "home", "blog", "podcast", "post", "episode", "page"],
  "site.HomePage": ["home"],
  "site.Blog": ["blog", "podcast"],
  "site.Podcast": ["podcast"],
  "site.Post": ["post", "episode"],
  "site.Episode": ["episode"],
} as const satisfies Record<string, readonly PageKind[]>;

/**
 * A page type of the page-content API. `site.Page` is the generic type, which every page has; a page such as
 * an imprint has no other.
 */
export type PageType = keyof typeof kindsByType;

const typesByKind: Record<PageKind, PageType> = {
  root: "site.Page",
  home: "site.HomePage",
  blog: "site.Blog",
  podcast: "site.Podcast",
  post: "site.Post",
  episode: "site.Episode",
  page: "site.Page",
};

const foldModelName = (name: string): string => {
  const dot = name.indexOf(".");
  return name.slice(0, dot) + name.slice(dot).toLowerCase();
};

const pageTypes = Object.keys(kindsByType) as PageType[];

const typesByName: ReadonlyMap<string, PageType> = new Map([
  ["wagtailcore.page", "site.Page"],
  ...pageTypes.map((type): [string, PageType] => [foldModelName(type), type]),
]);

/** The most specific type of a page: its `meta.type`. */
export const typeOf = (kind: PageKind): PageType => typesByKind[kind];

/**
 * The page kinds that have one of the types; every kind if there are no types. Subtypes count, unless the
 * types are exact.
 */
export const pageKindsOf = (types: readonly PageType[], areExact = false): ReadonlySet<PageKind> => {
  const asked: readonly PageType[] = types.length === 0 ? ["site.Page"] : types;
  const kinds = asked.flatMap((type): readonly PageKind[] => kindsByType[type]);
  const isExact = (kind: PageKind) => types.length === 0 || types.includes(typesByKind[kind]);
  return new Set(areExact ? kinds.filter(isExact) : kinds);
};

/**
 * Reads `type` (`site.Post,site.Blog`); empty means any. The prefix is case-sensitive, the name is not.
 * Anything else is a 400 (contract#type-filter).
 */
export const parseTypes = (value: string): readonly PageType[] =>
  value === "" ? [] : [...new Set(value.split(",").map(typeNamed))];

const typeNamed = (name: string): PageType => {
  const type = typesByName.get(foldModelName(name));
  if (type === undefined) throw new QueryError(400, "type doesn't exist");
  return type;
};
