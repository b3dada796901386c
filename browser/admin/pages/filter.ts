import { texts } from "../texts/index.ts";
import { pageTexts as words } from "./texts.ts";

/** Which pages a list shows, as its address says it; empty for any. */
export interface Filter {
  readonly search: string;
  readonly state: string;
  /** The id of a blog, podcast or home page. */
  readonly parent: string;
  /** A type of pages, with its subtypes; several with commas. */
  readonly type: string;
  readonly tag: string;
  /** A slug. */
  readonly category: string;
  /** The username of who has saved the latest revision. */
  readonly author: string;
  /** A day, such as `2026-05-01`. */
  readonly since: string;
  readonly order: string;
}

export type FilterName = Exclude<keyof Filter, "order">;

const filterNames = [
  ...(["search", "state", "parent", "type", "tag", "category", "author", "since"] as const),
] as const satisfies readonly FilterName[];

export const pageStates = ["draft", "live", "changed", "scheduled", "workflow", "locked"];

export const pageTypes = ["site.Post", "site.Episode", "site.Page", "site.HomePage,site.Blog"];

export const pageOrders = ["-changed_at", "changed_at", "-visible_date", "visible_date", "title"];

export const usualOrder = "-changed_at";

export const noFilter: Filter = {
  ...{ search: "", state: "", parent: "", type: "", tag: "", category: "", author: "", since: "" },
  order: usualOrder,
};

export const filterOf = (query: URLSearchParams): Filter => ({
  ...noFilter,
  ...Object.fromEntries([...query].filter(([name, value]) => name in noFilter && value !== "")),
});

/** The address of the list, which says what differs from the list of all pages. */
export const addressOfList = (filter: Filter): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== noFilter[name as keyof Filter]) query.set(name, value);
  return `/pages/${query.size > 0 ? `?${query}` : ""}`;
};

/** The filters that leave pages out. */
export const activeFilters = (filter: Filter): readonly FilterName[] =>
  filterNames.filter((name) => filter[name] !== "");

/** The same in the words of the API. */
export const queryOf = ({ search, state, parent, type, tag, category, author, since, order }: Filter) => ({
  order,
  ...(search && { q: search }),
  ...(state && { state }),
  ...(parent && { parent: Number(parent) }),
  ...(type && { type }),
  // Every page is a `site.Page`; those that are nothing else are meant.
  ...(type.includes("site.Page") && { exact_type: true }),
  ...(tag && { tag }),
  ...(category && { category }),
  ...(author && { author }),
  ...(since && { changed_since: dayBeginning(since) }),
});

/** When a day begins where the browser is; another text as it is, for the service to refuse. */
const dayBeginning = (day: string): string => {
  const begins = new Date(`${day}T00:00`);
  return Number.isNaN(begins.getTime()) ? day : begins.toISOString();
};

/** Names of what filters have as ids and slugs. */
export interface FilterTitles {
  readonly parents: readonly { readonly id: number; readonly title: string }[];
  readonly categories: readonly { readonly slug: string; readonly name: string }[];
}

/** What a filter is set to, as people read it. */
export const shownValue = (
  filter: Filter,
  name: FilterName,
  { parents, categories }: FilterTitles,
): string => {
  const value = filter[name];
  if (name === "state") return texts.states[value] ?? value;
  if (name === "type") return words.types[value] ?? value;
  if (name === "parent") return parents.find(({ id }) => String(id) === value)?.title ?? value;
  if (name === "category") return categories.find(({ slug }) => slug === value)?.name ?? value;
  return value;
};
