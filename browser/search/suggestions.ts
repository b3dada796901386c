import { make } from "../make.ts";

interface Suggestion {
  readonly title: string;
  readonly url: string;
  readonly visible_date: string;
}

const pauseMs = 200;
const minCharacters = 2;
const maxSuggestions = 8;

/** The parameters that narrow suggestions as they narrow the list of the form. */
const narrowing = ["date_facets", "category_facets", "tag_facets"];

/**
 * Suggests titles below the search field, from the addresses that the form names. The field becomes a
 * combobox (WAI-ARIA): the focus stays in it, the arrows choose a title, Enter opens it or sends the form.
 */
export const startSuggestions = (form: HTMLFormElement): void => {
  const field = form.querySelector<HTMLInputElement>("input[type=search]");
  const addresses = form.dataset.suggestions?.split(" ") ?? [];
  if (!field) return;
  const list = make("div", { role: "listbox", id: "suggestions", "aria-label": "Suggestions", hidden: "" });
  const status = make("span", { role: "status", class: "unseen" });
  field.after(list, status);
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id };
  for (const [name, value] of Object.entries({ ...attributes, autocomplete: "off" }))
    field.setAttribute(name, value);

  let chosen = -1;
  let timer: number | undefined;
  let asking = new AbortController();

  const choose = (index: number) => {
    chosen = index;
    for (const [at, option] of [...list.children].entries())
      option.setAttribute("aria-selected", String(at === index));
    const option = list.children[index];
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  };

  const show = (suggestions: readonly Suggestion[]) => {
    const options = suggestions.map(({ title, url }, index) =>
      make("a", { role: "option", id: `suggestion-${index}`, href: url, tabindex: "-1" }, title),
    );
    list.replaceChildren(...options);
    list.hidden = options.length === 0;
    field.setAttribute("aria-expanded", String(options.length > 0));
    choose(-1);
  };

  const close = () => {
    clearTimeout(timer);
    asking.abort();
    show([]);
    status.textContent = "";
  };

  const ask = async () => {
    const { signal } = asking;
    try {
      const found = (
        await Promise.all(addresses.map((address) => suggestionsAt(address, form, signal)))
      ).flat();
      if (signal.aborted) return;
      const newest = found.toSorted((one, other) => (one.visible_date < other.visible_date ? 1 : -1));
      show(newest.slice(0, maxSuggestions));
      status.textContent = found.length === 1 ? "1 suggestion" : `${list.children.length} suggestions`;
    } catch {
      // Without suggestions, the form still searches.
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    if (field.value.trim().length < minCharacters) close();
    else timer = setTimeout(ask, pauseMs);
  });

  field.addEventListener("keydown", (event) => {
    const { length } = list.children;
    if (event.isComposing || length === 0) return;
    // Before the first and behind the last one, nothing is chosen.
    if (event.key === "ArrowDown") choose(chosen === length - 1 ? -1 : chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen === -1 ? length - 1 : chosen - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && chosen >= 0)
      list.querySelector<HTMLElement>(`#suggestion-${chosen}`)?.click();
    else return;
    event.preventDefault();
  });

  // Pressing a title would take the focus, and closing the list would take the title away.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  field.addEventListener("blur", close);
  show([]);
};

const suggestionsAt = async (
  address: string,
  form: HTMLFormElement,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> => {
  const data = new FormData(form);
  const kept = ["search", ...narrowing].flatMap((name) => {
    const value = data.get(name);
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  });
  const answer = await fetch(`${address}?${new URLSearchParams(kept)}`, { signal });
  if (!answer.ok) return [];
  const { suggestions }: { readonly suggestions: readonly Suggestion[] } = await answer.json();
  return suggestions;
};
