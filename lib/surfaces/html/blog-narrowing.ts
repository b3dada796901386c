import { countFacets, type FacetCounts } from "#lib/catalog/pages/facets.ts";
import type { Narrowing } from "#lib/catalog/pages/narrowing.ts";
import type { Listing } from "#lib/pages/listing.ts";
import {
  type BlogParameters,
  type BlogQuery,
  blogUrl,
  blogUrlsBy,
  parametersOf,
} from "#lib/queries/site-page-queries.ts";
import type {
  Choice,
  FacetGroup,
  FacetOption,
  NarrowingForm,
  NarrowingKind,
} from "#lib/themes/page-parts.ts";
import type { ShownNarrowing, SiteContext } from "./site-context.ts";

/** A visitor's request for a list of a blog's posts. */
export interface BlogRequest {
  readonly blog: Listing;
  readonly query: BlogQuery;
  /** The query's filters, in the catalog's terms. */
  readonly narrowing: Narrowing;
  /** The ids of the pages that the search found, best first; null without a search. */
  readonly found: Uint32Array | null;
}

/** The query parameter of each way to narrow a list, in the order in which choices are shown. */
const parameterOf = {
  search: "search",
  date: "date_facets",
  after: "date_after",
  before: "date_before",
  category: "category_facets",
  tag: "tag_facets",
} as const satisfies Record<NarrowingKind, keyof BlogParameters>;

const narrowingKinds = Object.keys(parameterOf) as readonly NarrowingKind[];
const facetKinds = ["category", "tag", "date"] as const satisfies readonly FacetGroup["kind"][];

/** A blog may have thousands of tags. Of months all are shown. */
const maxOptions = 100;

interface NarrowingContext {
  readonly address: string;
  readonly parameters: BlogParameters;
  readonly counts: FacetCounts;
  readonly siteContext: SiteContext;
}

/**
 * The ways to narrow a blog's list of posts, and the chosen ones. Leaves out terms that no post has, unless
 * they are chosen. Months are sorted newest first, other terms by their number of posts.
 */
export const blogNarrowing = (
  { blog, query, narrowing, found }: BlogRequest,
  siteContext: SiteContext,
): ShownNarrowing => {
  const counts = countFacets(siteContext.catalog.pages, {
    blogId: blog.id,
    narrowing,
    found,
    isDisjunctive: true,
  });
  const context: NarrowingContext = {
    address: siteContext.addressOf(blog),
    parameters: parametersOf(query),
    counts,
    siteContext,
  };
  const { tag } = query.filter;
  return {
    form: formIn(context),
    knowsTag: counts.groups.tag.terms.some(({ key }) => key === tag),
    chosen: narrowingKinds.flatMap((kind) => choiceIn(context, kind) ?? []),
    facets: facetKinds
      .filter((kind) => siteContext.postFilters.has(`${kind}_facets`))
      .map((kind) => ({ kind, options: optionsIn(context, kind) }))
      .filter(({ options }) => options.length > 0),
  };
};

const formIn = ({ parameters, siteContext: { postFilters } }: NarrowingContext): NarrowingForm | null => {
  const { search, date_after: after, date_before: before, o, ...others } = parameters;
  if (!postFilters.has("search") && !postFilters.has("date") && !postFilters.has("o")) return null;
  return {
    search: postFilters.has("search") ? search : null,
    days: postFilters.has("date") ? { after, before } : null,
    order: postFilters.has("o") ? o : null,
    kept: Object.fromEntries(Object.entries(others).filter(([, value]) => value !== "")),
  };
};

const choiceIn = (context: NarrowingContext, kind: NarrowingKind): Choice | null => {
  const { address, parameters } = context;
  const parameter = parameterOf[kind];
  const value = parameters[parameter];
  if (value === "") return null;
  return {
    kind,
    name: nameIn(context, kind, value),
    url: blogUrl(address, { ...parameters, [parameter]: "" }),
  };
};

const nameIn = ({ counts, siteContext }: NarrowingContext, kind: NarrowingKind, value: string): string => {
  switch (kind) {
    case "category":
      return siteContext.site.categories.find(({ slug }) => slug === value)?.name ?? value;
    case "tag":
      return counts.groups.tag.terms.find(({ key }) => key === value)?.name ?? value;
    default:
      return value;
  }
};

/** A term with its parameter's value and its name for people. */
interface NamedTerm {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

const optionsIn = (context: NarrowingContext, kind: FacetGroup["kind"]): FacetOption[] => {
  const { address, parameters } = context;
  const parameter = parameterOf[kind];
  const urlWith = blogUrlsBy(address, parameters, parameter);
  const isChosen = ({ value }: NamedTerm) => value === parameters[parameter];
  const terms = termsIn(context, kind)
    .filter((term) => term.count > 0 || isChosen(term))
    .sort(kind === "date" ? byMonth : byCount);
  return terms
    .filter((term, index) => kind === "date" || index < maxOptions || isChosen(term))
    .map((term) => ({
      name: term.name,
      count: term.count,
      url: urlWith(isChosen(term) ? "" : term.value),
      isChosen: isChosen(term),
    }));
};

/** The terms of a group, without deleted categories. */
const termsIn = ({ counts, siteContext }: NarrowingContext, kind: FacetGroup["kind"]): NamedTerm[] => {
  const { terms } = counts.groups[kind];
  if (kind !== "category") return terms.map(({ key, name, count }) => ({ value: key, name, count }));
  const categories = new Map(siteContext.site.categories.map((category) => [String(category.id), category]));
  return terms.flatMap(({ key, count }) => {
    const category = categories.get(key);
    return category ? [{ value: category.slug, name: category.name, count }] : [];
  });
};

const byMonth = (one: NamedTerm, other: NamedTerm): number => (one.value < other.value ? 1 : -1);

const { compare } = new Intl.Collator("en", { numeric: true });

const byCount = (one: NamedTerm, other: NamedTerm): number =>
  other.count - one.count || compare(one.name, other.name);
