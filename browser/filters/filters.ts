import { make } from "../make.ts";
import { type Counts, countsFor, type Group, parameters } from "./counts.ts";

const pauseMs = 150;

/** The most values of a group that are shown; a blog may have thousands of tags. */
const maxOptions = 50;

const headings = { category_facets: "Categories", tag_facets: "Tags", date_facets: "Months" } as const;

/**
 * For small screens, on which the filters of a list are below it: adds a button above the list, and a dialog
 * in which several are chosen together. The style decides where the button is shown instead of the filters.
 */
export const startFilters = (facets: HTMLElement): void => {
  const { counts: address = "", list = location.pathname } = facets.dataset;
  const open = make("button", { type: "button", class: "open-filters" }, "Filters");
  const groups = make("div", { class: "groups" });
  const send = make("button", {}, "Show");
  const close = make("button", { type: "button", class: "quiet" }, "Close");
  const heading = make("h2", { id: "filters-heading" }, "Filters");
  const form = make("form", { method: "get", action: list }, heading, groups);
  form.append(make("p", { class: "buttons" }, send, close));
  const dialog = make("dialog", { class: "filters", "aria-labelledby": heading.id }, form);
  // What the dialog does not change is sent along; the list begins at its first page.
  const current = new URLSearchParams(location.search);
  for (const [name, value] of current)
    if (!parameters.some((parameter) => parameter === name) && name !== "page")
      form.append(make("input", { type: "hidden", name, value }));
  const hasDays = current.has("date_after") || current.has("date_before");

  let timer: number | undefined;
  let asking = new AbortController();

  const show = (counts: Counts) => {
    const focused = document.activeElement?.id;
    groups.replaceChildren(
      ...parameters.flatMap((name) => {
        const group = counts.groups[name];
        return group && group.options.length > 0 ? [fieldset(name, group)] : [];
      }),
    );
    if (focused) document.getElementById(focused)?.focus();
    const { result_count: count } = counts;
    // The counts take no notice of first and last days.
    send.textContent = hasDays ? "Show posts" : `Show ${count === 1 ? "1 post" : `${count} posts`}`;
  };

  const ask = async (query: URLSearchParams) => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      show(await countsFor(address, query, signal));
      return true;
    } catch {
      return signal.aborted;
    }
  };

  /** The filters that were on the page all along. */
  const giveUp = () => {
    dialog.close();
    open.remove();
    facets.classList.remove("in-dialog");
    facets.scrollIntoView();
  };

  open.addEventListener("click", async () => {
    dialog.showModal();
    if (!(await ask(current))) giveUp();
  });
  form.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const chosen = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      if (!(await ask(new URLSearchParams(chosen)))) giveUp();
    }, pauseMs);
  });
  // Empty values would make the address longer.
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  facets.classList.add("in-dialog");
  const searches = document.querySelector("form.narrowing > button");
  if (searches) searches.after(open);
  else document.querySelector(".entries, .nothing")?.before(open);
  facets.before(dialog);
};

const fieldset = (name: keyof typeof headings, { selected, all_count, options }: Group): HTMLElement => {
  const isChosen = ({ slug }: Group["options"][number]) => slug === selected;
  const sorted = name === "date_facets" ? options : options.toSorted((one, other) => other.count - one.count);
  const shown = sorted.filter(
    (option, index) => isChosen(option) || (option.count > 0 && index < maxOptions),
  );
  return make(
    "fieldset",
    {},
    make("legend", {}, headings[name]),
    choice(name, { slug: "", name: "All", count: all_count }, selected === ""),
    ...shown.map((option) => choice(name, option, isChosen(option))),
  );
};

const choice = (
  group: string,
  { slug, name, count }: Group["options"][number],
  isChosen: boolean,
): HTMLElement =>
  make(
    "label",
    {},
    make("input", {
      type: "radio",
      name: group,
      value: slug,
      id: `${group}-${slug}`,
      checked: isChosen ? "" : undefined,
    }),
    make("span", {}, group === "date_facets" && slug !== "" ? monthInWords(slug) : name),
    make("span", { class: "count" }, String(count)),
  );

const monthInWords = (month: string): string => {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  try {
    return new Date(`${month}-01`).toLocaleDateString(document.documentElement.lang, options);
  } catch {
    // The site's language may be no language tag.
    return month;
  }
};
