import type { FacetCounts, TermCount } from "#lib/catalog/facets.ts";
import { type BlogParameters, blogUrl, parametersOf } from "#lib/discovery/blog-query.ts";
import type {
  BlogPage,
  Choice,
  FacetGroup,
  FacetOption,
  NarrowingForm,
  NarrowingKind,
} from "#lib/themes/theme.ts";
import type { BlogVisit } from "./blog-page.ts";
import type { Visit } from "./site-visit.ts";

/** The parameter by which a list is narrowed in each way, in the order in which choices are shown. */
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

/** What a list is narrowed with: where it is, what is asked of it, and what its terms are called. */
interface Scene {
  readonly address: string;
  readonly parameters: BlogParameters;
  readonly counts: FacetCounts;
  readonly visit: Visit;
}

/**
 * How the list of a blog's posts may be narrowed, and what it is narrowed down to. Terms that would leave nothing are left out,
 * but for those that are chosen; months come newest first, others by how many posts they have.
 */
export const blogNarrowing = (
  { blog, query, narrowing, found }: BlogVisit,
  visit: Visit,
): Pick<BlogPage, "form" | "chosen" | "facets"> => {
  const counts = visit.catalog.countFacets({ blogId: blog.id, narrowing, found, isDisjunctive: true });
  const scene: Scene = { address: visit.addressOf(blog), parameters: parametersOf(query), counts, visit };
  return {
    form: formIn(scene),
    chosen: narrowingKinds.flatMap((kind) => choiceIn(scene, kind) ?? []),
    facets: facetKinds
      .filter((kind) => visit.postFilters.has(`${kind}_facets`))
      .map((kind) => ({ kind, options: optionsIn(scene, kind) }))
      .filter(({ options }) => options.length > 0),
  };
};

const formIn = ({ parameters, visit: { postFilters } }: Scene): NarrowingForm | null => {
  const { search, date_after: after, date_before: before, o, ...others } = parameters;
  if (!postFilters.has("search") && !postFilters.has("date") && !postFilters.has("o")) return null;
  return {
    search: postFilters.has("search") ? search : null,
    days: postFilters.has("date") ? { after, before } : null,
    order: postFilters.has("o") ? o : null,
    kept: Object.fromEntries(Object.entries(others).filter(([, value]) => value !== "")),
  };
};

const choiceIn = (scene: Scene, kind: NarrowingKind): Choice | null => {
  const { address, parameters } = scene;
  const parameter = parameterOf[kind];
  const value = parameters[parameter];
  if (value === "") return null;
  return {
    kind,
    name: nameIn(scene, kind, value),
    url: blogUrl(address, { ...parameters, [parameter]: "" }),
  };
};

const nameIn = ({ counts, visit }: Scene, kind: NarrowingKind, value: string): string => {
  const named =
    kind === "category"
      ? visit.site.categories.find(({ slug }) => slug === value)
      : kind === "tag"
        ? counts.groups.tag.terms.find(({ key }) => key === value)
        : undefined;
  return named?.name ?? value;
};

const optionsIn = (scene: Scene, kind: FacetGroup["kind"]): FacetOption[] => {
  const { address, parameters, counts } = scene;
  const parameter = parameterOf[kind];
  const options = counts.groups[kind].terms.flatMap((term): (FacetOption & { key: string })[] => {
    const value = valueIn(scene, kind, term);
    const isChosen = value !== undefined && parameters[parameter] === value;
    if (value === undefined || (term.count === 0 && !isChosen)) return [];
    const url = blogUrl(address, { ...parameters, [parameter]: isChosen ? "" : value });
    return [{ key: term.key, name: nameIn(scene, kind, value), count: term.count, url, isChosen }];
  });
  return options
    .sort((one, other) =>
      kind === "date"
        ? other.key.localeCompare(one.key)
        : other.count - one.count || one.name.localeCompare(other.name, "en", { numeric: true }),
    )
    .map(({ key, ...option }) => option);
};

/** What the term's parameter is to be; undefined for a category that is gone. */
const valueIn = ({ visit }: Scene, kind: FacetGroup["kind"], { key }: TermCount): string | undefined =>
  kind === "category" ? visit.site.categories.find(({ id }) => String(id) === key)?.slug : key;
