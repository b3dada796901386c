import { type Child, type Element, h } from "#lib/themes/element.ts";
import type { Choice, FacetGroup, FacetOption, NarrowingForm } from "#lib/themes/page-parts.ts";
import type { BlogPage, Reading } from "#lib/themes/theme.ts";
import { dayInWords, monthInWords } from "./times.ts";

/** The filter form of a list; null where the site has no filters. */
export const narrowingForm = ({ form, address, suggestionsUrl }: BlogPage): Element | null =>
  form &&
  h(
    "form",
    {
      class: "narrowing",
      method: "get",
      action: address,
      role: "search",
      "data-suggestions": suggestionsUrl ?? undefined,
    },
    form.search !== null && searchField(form.search),
    h("button", null, form.search === null ? "Show" : "Search"),
    moreFields(form),
    hiddenFields(form.kept),
  );

const moreFields = ({ search, days, order }: NarrowingForm): Element | null => {
  if (!days && order === null) return null;
  const isUsed = [days?.after, days?.before, order].some(Boolean);
  return h(
    "details",
    { open: isUsed },
    h("summary", null, days ? "Dates and order" : "Order"),
    h(
      "div",
      { class: "fields" },
      days && [
        labelled("From", h("input", { type: "date", name: "date_after", value: days.after })),
        labelled("To", h("input", { type: "date", name: "date_before", value: days.before })),
      ],
      order !== null && labelled("Order", orderMenu(order, Boolean(search))),
    ),
  );
};

const labelled = (text: string, field: Element): Element => h("label", null, h("span", null, text), field);

const orders = { "": "Newest first", visible_date: "Oldest first" } as const;
const ordersOfSearch = {
  "": "Best match",
  "-visible_date": "Newest first",
  visible_date: "Oldest first",
} as const;

const orderMenu = (chosen: string, isSearch: boolean): Element =>
  h(
    "select",
    { name: "o" },
    Object.entries(isSearch ? ordersOfSearch : orders).map(([value, name]) =>
      h("option", { value, selected: value === chosen }, name),
    ),
  );

export const hiddenFields = (values: Readonly<Record<string, string>>): Element[] =>
  Object.entries(values).map(([name, value]) => h("input", { type: "hidden", name, value }));

/** The active filters of a list, and how many posts match them; null where no filter is active. */
export const activeFilters = ({ count, chosen, address }: BlogPage, reading: Reading): Element | null =>
  chosen.length === 0
    ? null
    : h(
        "div",
        { class: "chosen" },
        h("p", { role: "status" }, postCount(count)),
        h(
          "ul",
          { role: "list", "aria-label": "Active filters" },
          chosen.map((choice) => h("li", null, removalLink(choice, reading))),
          chosen.length > 1 && h("li", null, h("a", { class: "all", href: address }, "Remove all")),
        ),
      );

export const postCount = (count: number): string => (count === 1 ? "1 post" : `${count} posts`);

const removalLink = (choice: Choice, reading: Reading): Element => {
  const words = choiceInWords(choice, reading);
  return h(
    "a",
    { href: choice.url, "aria-label": `${words}: remove` },
    words,
    h("span", { "aria-hidden": "true" }, " ×"),
  );
};

const choiceInWords = ({ kind, name }: Choice, reading: Reading): string => {
  switch (kind) {
    case "search":
      return `“${name}”`;
    case "after":
      return `From ${dayInWords(name, reading) ?? name}`;
    case "before":
      return `To ${dayInWords(name, reading) ?? name}`;
    case "date":
      return monthInWords(name, reading.locale);
    case "category":
      return name;
    case "tag":
      return `#${name}`;
  }
};

const headings = { category: "Categories", tag: "Tags", date: "Months" } as const;

/** The number of values of a facet that are visible before "… more" is opened. */
const maxVisibleOptions = 10;

/** The facets that filter a list; null where it has none. */
export const facets = ({ facets, countsUrl, address }: BlogPage, { locale }: Reading): Element | null =>
  facets.length === 0
    ? null
    : h(
        "nav",
        {
          class: "facets",
          "aria-label": "Filters",
          ...(countsUrl ? { "data-counts": countsUrl, "data-list": address } : {}),
        },
        facets.map((group) => facetGroup(group, locale)),
      );

const facetGroup = ({ kind, options }: FacetGroup, locale: string): Element =>
  h(
    "section",
    null,
    h("h2", { class: "label" }, headings[kind]),
    kind === "date" ? years(options, locale) : firstOptions(options),
  );

const firstOptions = (options: readonly FacetOption[]): Child => {
  const others = options.slice(maxVisibleOptions);
  return [
    optionList(options.slice(0, maxVisibleOptions)),
    others.length > 0 && folded(`${others.length} more`, others),
  ];
};

/** The months of the newest year, and those of each other year to be opened. */
const years = (months: readonly FacetOption[], locale: string): Child => {
  const named = (some: readonly FacetOption[]) =>
    some.map((month) => ({ ...month, name: monthInWords(month.name, locale) }));
  const [newest, ...others] = Map.groupBy(months, ({ name }) => name.slice(0, 4));
  return [
    newest && optionList(named(newest[1])),
    others.map(([year, some]) => folded([year, " ", countOf(sumOf(some))], named(some))),
  ];
};

const sumOf = (options: readonly FacetOption[]): number => options.reduce((sum, { count }) => sum + count, 0);

const optionList = (options: readonly FacetOption[]): Element =>
  h(
    "ul",
    { role: "list" },
    options.map((option) => h("li", null, facetLink(option))),
  );

const folded = (summary: Child, options: readonly FacetOption[]): Element =>
  h(
    "details",
    { open: options.some(({ isChosen }) => isChosen) },
    h("summary", null, summary),
    optionList(options),
  );

const facetLink = ({ name, count, url, isChosen }: FacetOption): Element =>
  h(
    "a",
    isChosen ? { href: url, "aria-current": "true" } : { href: url },
    h("span", null, name),
    " ",
    countOf(count),
  );

const countOf = (count: number): Element => h("span", { class: "count" }, String(count));

/** The problems of a list's filters; null for none. */
export const problemList = ({ problems }: Pick<BlogPage, "problems">): Element | null =>
  problems.length === 0
    ? null
    : h(
        "div",
        { class: "problems", role: "status" },
        problems.map((problem) => h("p", null, problem)),
      );

/** The links between the pages of a list; null for a single one. */
export const pagination = ({ pageNumber, pageCount, previousUrl, nextUrl }: Pages): Element | null =>
  pageCount === 1
    ? null
    : h(
        "nav",
        { class: "pagination", "aria-label": "Pages" },
        previousUrl !== null && h("a", { class: "prev", rel: "prev", href: previousUrl }, "← Previous"),
        h("span", null, `Page ${pageNumber} of ${pageCount}`),
        nextUrl !== null && h("a", { class: "next", rel: "next", href: nextUrl }, "Next →"),
      );

type Pages = Pick<BlogPage, "pageNumber" | "pageCount" | "previousUrl" | "nextUrl">;

/** The field for the words of a search. The script of suggestions puts titles below it. */
const searchField = (value: string): Element =>
  h(
    "div",
    { class: "words" },
    h("label", { for: "search" }, h("span", null, "Search")),
    h("input", { type: "search", id: "search", name: "search", value, maxlength: 500 }),
  );
