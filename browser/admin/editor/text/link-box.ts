import type { Mark, MarkType, ResolvedPos } from "prosemirror-model";
import type { Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { mayBeLinked } from "#lib/richtext/address-schemes.ts";
import { make } from "../../../make.ts";
import { button } from "./card.ts";
import { inText } from "./commands.ts";
import type { EditorContext } from "./context.ts";
import { filled } from "./words.ts";

interface LinkedWords {
  readonly from: number;
  readonly to: number;
  readonly mark: Mark | undefined;
}

interface FoundPage {
  readonly title: string;
  readonly url: string;
}

/** The field below selected words in which one says where they lead. */
export class LinkBox {
  readonly #context: Pick<EditorContext, "words" | "findPages">;
  readonly #dom: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #note: HTMLElement;
  readonly #remove: HTMLButtonElement;
  readonly #open: HTMLButtonElement;
  #view: EditorView | undefined;
  #place: LinkedWords | undefined;
  #pages: readonly FoundPage[] = [];
  #chosen = -1;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: Pick<EditorContext, "words" | "findPages">, id: string) {
    const { words } = context;
    this.#context = context;
    this.#input = make("input", {
      ...{
        type: "text",
        inputmode: "url",
        role: "combobox",
        "aria-autocomplete": "list",
        autocomplete: "off",
      },
      ...{ "aria-expanded": "false", "aria-controls": id, "aria-label": words.linkTo, spellcheck: "false" },
      ...{ placeholder: words.linkTo, autocapitalize: "off" },
    });
    this.#list = make("div", { class: "te-pages", role: "listbox", id, "aria-label": words.pages });
    this.#list.hidden = true;
    this.#note = make("p", { class: "te-note", role: "status" });
    this.#remove = button(words.linkRemove, "remove", () => this.#apply(""));
    this.#open = button(words.linkOpen, "open", () => this.#follow());
    const row = make(
      "div",
      { class: "te-row" },
      this.#input,
      button(words.linkApply, "check", () => this.#apply(this.#input.value)),
      this.#open,
      this.#remove,
    );
    this.#dom = make(
      "div",
      { class: "te-link-box", role: "group", "aria-label": words.link },
      row,
      this.#list,
      this.#note,
    );
    this.#dom.hidden = true;
    this.#listen();
  }

  /** Opens the field for the words that are selected, or for the link around the cursor. */
  readonly command: Command = (state, dispatch, view) => {
    const type = state.schema.marks.link;
    const { $from, empty, from, to } = inText(state.selection);
    if (!type || !$from.parent.inlineContent || $from.parent.type.spec.code) return false;
    const around = linkAround($from, type);
    if (empty && !around) return false;
    if (dispatch && view) {
      const mark = around?.mark ?? firstLink(view, from, to, type);
      this.#show(view, empty && around ? around : { from, to, mark });
    }
    return true;
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#dom.remove();
  }

  #show(view: EditorView, place: LinkedWords): void {
    const { words } = this.#context;
    this.#view = view;
    this.#place = place;
    const attrs = place.mark?.attrs;
    this.#input.value = attrs?.href ?? "";
    this.#remove.hidden = !place.mark;
    this.#open.hidden = !attrs?.href;
    const known = attrs?.kind === "page" ? words.pageById : words.documentById;
    this.#note.textContent = attrs && attrs.href === "" ? filled(known, { id: attrs.id }) : "";
    this.#offer([]);
    view.dom.parentElement?.append(this.#dom);
    this.#dom.hidden = false;
    const { left, bottom } = view.coordsAtPos(place.from, 1);
    const box = view.dom.parentElement!.getBoundingClientRect();
    const across = Math.min(Math.max(left, 8), innerWidth - this.#dom.offsetWidth - 8) - box.left;
    Object.assign(this.#dom.style, { left: `${across}px`, top: `${bottom + 8 - box.top}px` });
    this.#input.focus({ preventScroll: true });
    this.#input.select();
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#dom.hidden = true;
    this.#place = undefined;
    this.#view?.focus();
  }

  #follow(): void {
    const href = this.#place?.mark?.attrs.href;
    if (href) window.open(href, "_blank", "noopener,noreferrer");
  }

  #apply(written: string): void {
    const view = this.#view;
    const type = view?.state.schema.marks.link;
    if (!view || !type || !this.#place) return;
    const { from, to, mark } = this.#place;
    const href = addressOf(written);
    if (href !== "" && !mayBeLinked(href)) {
      this.#note.textContent = this.#context.words.linkUnsafe;
      return;
    }
    // A link by an id stays what it is until somebody writes an address.
    if (href === "" && written.trim() === "" && mark?.attrs.id && document.activeElement === this.#input) {
      this.#hide();
      return;
    }
    const tr = view.state.tr.removeMark(from, to, type);
    if (href !== "") tr.addMark(from, to, type.create({ href }));
    view.dispatch(tr.removeStoredMark(type));
    this.#hide();
  }

  #listen(): void {
    this.#input.addEventListener("input", () => this.#find());
    this.#dom.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") this.#hide();
      else if (event.target !== this.#input) return;
      else if (event.key === "Enter") this.#apply(this.#pages[this.#chosen]?.url ?? this.#input.value);
      else if (event.key === "ArrowDown" || event.key === "ArrowUp")
        this.#step(event.key === "ArrowDown" ? 1 : -1);
      else return;
      event.preventDefault();
    });
    this.#dom.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node) || !this.#dom.contains(event.relatedTarget)) {
        this.#dom.hidden = true;
        this.#place = undefined;
      }
    });
  }

  #step(by: number): void {
    const count = this.#pages.length;
    if (count === 0) return;
    this.#chosen = (this.#chosen + by + count) % count;
    for (const [index, option] of [...this.#list.children].entries())
      option.setAttribute("aria-selected", String(index === this.#chosen));
    this.#input.setAttribute("aria-activedescendant", `${this.#list.id}-${this.#chosen}`);
  }

  /** Looks for pages by words, while one types no address. */
  #find(): void {
    clearTimeout(this.#timer);
    const query = this.#input.value.trim();
    const asked = ++this.#asked;
    this.#note.textContent = "";
    if (query.length < 2 || /^(?:[a-z][a-z\d+.-]*:|\/|#|www\.)/i.test(query)) {
      this.#offer([]);
      return;
    }
    this.#timer = setTimeout(async () => {
      const pages = await this.#context.findPages(query).catch(() => []);
      if (asked === this.#asked && !this.#dom.hidden) this.#offer(pages.slice(0, 8));
    }, 150);
  }

  #offer(pages: readonly FoundPage[]): void {
    this.#pages = pages;
    this.#chosen = -1;
    this.#input.removeAttribute("aria-activedescendant");
    this.#input.setAttribute("aria-expanded", String(pages.length > 0));
    this.#list.hidden = pages.length === 0;
    this.#list.replaceChildren(
      ...pages.map(({ title, url }, index) => {
        const option = make(
          "div",
          { class: "te-option", role: "option", id: `${this.#list.id}-${index}`, "aria-selected": "false" },
          make("span", {}, title),
          make("small", {}, url),
        );
        option.addEventListener("pointerdown", (event) => event.preventDefault());
        option.addEventListener("click", () => this.#apply(url));
        return option;
      }),
    );
  }
}

/** The address as it is meant: a name of a host gets its scheme. */
export const addressOf = (written: string): string => {
  const text = written.trim();
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^(?:www\.|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#]|$))/i.test(text)) return `https://${text}`;
  return text;
};

/** The link around a position, as far as it goes. */
const linkAround = ($pos: ResolvedPos, type: MarkType) => {
  const { parent } = $pos;
  const start = $pos.start();
  const mark = type.isInSet($pos.marks()) ?? type.isInSet($pos.nodeAfter?.marks ?? []);
  if (!mark) return undefined;
  let index = $pos.index();
  if (!mark.isInSet(parent.maybeChild(index)?.marks ?? [])) index--;
  const linked = (at: number) => mark.isInSet(parent.maybeChild(at)?.marks ?? []);
  let [first, last] = [index, index];
  while (first > 0 && linked(first - 1)) first--;
  while (linked(last + 1)) last++;
  const before = parent.children.slice(0, first).reduce((sum, { nodeSize }) => sum + nodeSize, start);
  const size = parent.children.slice(first, last + 1).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  return { from: before, to: before + size, mark };
};

const firstLink = (view: EditorView, from: number, to: number, type: MarkType): Mark | undefined => {
  let found: Mark | undefined;
  view.state.doc.nodesBetween(from, to, ({ marks }) => {
    found ??= type.isInSet(marks);
    return found === undefined;
  });
  return found;
};
