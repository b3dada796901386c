import { type Element, h } from "#lib/themes/element.ts";
import type { BlogPage, Choice, FacetGroup, FacetOption, NarrowingForm, Reading } from "#lib/themes/theme.ts";
import { searchField } from "./search-field.ts";
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
        h("p", { role: "status" }, count === 1 ? "1 post" : `${count} posts`),
        h(
          "ul",
          { role: "list", "aria-label": "Active filters" },
          chosen.map((choice) => h("li", null, removalLink(choice, reading))),
          chosen.length > 1 && h("li", null, h("a", { class: "all", href: address }, "Remove all")),
        ),
      );

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

/** How many values of a facet are visible before "… more" is opened. */
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

const facetGroup = ({ kind, options }: FacetGroup, locale: string): Element => {
  const others = options.slice(maxVisibleOptions);
  const list = (some: readonly FacetOption[]) =>
    h(
      "ul",
      { role: "list" },
      some.map((option) =>
        h("li", null, facetLink(option, kind === "date" ? monthInWords(option.name, locale) : option.name)),
      ),
    );
  return h(
    "section",
    null,
    h("h2", { class: "label" }, headings[kind]),
    list(options.slice(0, maxVisibleOptions)),
    others.length > 0 &&
      h(
        "details",
        { open: others.some(({ isChosen }) => isChosen) },
        h("summary", null, `${others.length} more`),
        list(others),
      ),
  );
};

const facetLink = ({ count, url, isChosen }: FacetOption, name: string): Element =>
  h(
    "a",
    isChosen ? { href: url, "aria-current": "true" } : { href: url },
    h("span", null, name),
    " ",
    h("span", { class: "count" }, String(count)),
  );
