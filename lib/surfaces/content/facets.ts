import type * as z from "zod/mini";
import type { FacetCounts, TermCount } from "#lib/catalog/pages/facets.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { PostFilter } from "#lib/queries/post-filter.ts";
import type { PostFilterName } from "#lib/queries/post-filter-names.ts";
import type { facetItem, legacyFacets, modalFacets } from "#lib/routes/facets.ts";
import type { Category } from "#lib/site/site.ts";

interface ShownCounts {
  readonly counts: FacetCounts;
  /** The active filters, whose groups are shown. */
  readonly active: ReadonlySet<PostFilterName>;
  readonly categories: readonly Category[];
}

interface Facet {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

export const facetItemView = (id: number, origin: string): z.input<typeof facetItem> => ({
  id,
  url: `${origin}/api/facet_counts/${id}`,
});

/** The legacy mode: months in order, categories by name, tags by slug (contract#legacy-counts). */
export const legacyFacetsView = (
  blog: z.input<typeof facetItem>,
  { counts, active, categories }: ShownCounts,
): z.input<typeof legacyFacets> => {
  const { date, category, tag } = counts.groups;
  return {
    ...blog,
    facet_counts: {
      ...(active.has("date_facets") && { date_facets: date.terms.map(facetOf).sort(bySlug) }),
      ...(active.has("category_facets") && {
        category_facets: categoryFacets(category.terms, categories).sort(byName),
      }),
      ...(active.has("tag_facets") && { tag_facets: tag.terms.map(facetOf).sort(bySlug) }),
    },
  };
};

/** The modal mode: months newest first, tags and categories by slug (contract#modal-counts). */
export const modalFacetsView = (
  { month, category, tag }: PostFilter,
  { counts, active, categories }: ShownCounts,
): z.input<typeof modalFacets> => {
  const { groups, total } = counts;
  const groupView = (selected: string | null, all_count: number, options: Facet[]) => ({
    selected: selected ?? "",
    all_count,
    options,
  });
  const months = groups.date.terms.map(facetOf).sort(bySlug).reverse();
  const tags = groups.tag.terms.map(facetOf).sort(bySlug);
  const named = categoryFacets(groups.category.terms, categories).sort(bySlug);
  return {
    mode: "modal",
    result_count: total,
    groups: {
      ...(active.has("date_facets") && { date_facets: groupView(month, groups.date.all, months) }),
      ...(active.has("tag_facets") && { tag_facets: groupView(tag, groups.tag.all, tags) }),
      ...(active.has("category_facets") && {
        category_facets: groupView(category, groups.category.all, named),
      }),
    },
  };
};

const facetOf = ({ key, name, count }: TermCount): Facet => ({ slug: key, name, count });

// Posts may have deleted categories.
const categoryFacets = (terms: readonly TermCount[], categories: readonly Category[]): Facet[] => {
  const counts = new Map(terms.map(({ key, count }) => [key, count]));
  return categories.flatMap(({ id, slug, name }) => {
    const count = counts.get(String(id));
    return count === undefined ? [] : [{ slug, name, count }];
  });
};

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const bySlug = (one: Facet, other: Facet): number => compare(one.slug, other.slug);

const byName = (one: Facet, other: Facet): number => compare(one.name, other.name) || bySlug(one, other);

/** Suggestions, dated in UTC with `+00:00`, with site-relative addresses (contract#suggestions). */
export const suggestionsView = (
  text: string,
  posts: readonly Listing[],
  addressOf: (page: Listing) => string,
) => ({
  query: text,
  suggestions: posts.map((post) => ({
    id: post.id,
    title: post.title,
    url: addressOf(post),
    visible_date: (post.visibleDate ?? "").replace(/Z$/, "+00:00"),
  })),
});
