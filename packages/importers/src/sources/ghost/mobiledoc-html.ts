import { escapedHtml } from "#importers/html/escaped-html.ts";
import type { NotePlace } from "#importers/notes.ts";
import { printedValue } from "#importers/reading/texts.ts";
import { type Card, cardHtml } from "./card-html.ts";

const lineNames = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "aside", "ul", "ol"]);
const formatNames = new Set(["strong", "b", "em", "i", "s", "u", "code", "sub", "sup", "mark"]);

/** The members of a list in JSON, which may be anything. */
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The HTML of a text of Ghost's former editor (Mobiledoc 0.3); undefined for what is none. */
export const mobiledocHtml = (text: string, place: NotePlace): string | undefined => {
  let read: Card;
  try {
    read = JSON.parse(text) ?? {};
  } catch {
    return undefined;
  }
  if (!Array.isArray(read.sections)) return undefined;
  const document = new Mobiledoc(read, place);
  return read.sections.map((section) => document.sectionHtml(list(section))).join("\n");
};

class Mobiledoc {
  readonly #read: Card;
  readonly #place: NotePlace;

  constructor(read: Card, place: NotePlace) {
    this.#read = read;
    this.#place = place;
  }

  sectionHtml([kind, second, third]: readonly unknown[]): string {
    const tag = lineNames.has(String(second)) ? String(second) : "p";
    if (kind === 1) return elementHtml(tag, this.#markersHtml(third));
    if (kind === 2) return `<img src="${escapedHtml(String(second))}" alt=""/>`;
    if (kind === 3)
      return elementHtml(
        tag,
        list(third)
          .map((item) => `<li>${this.#markersHtml(item)}</li>`)
          .join(""),
      );
    if (kind === 10) return this.#cardHtml(Number(second));
    this.#place.note("element", `section ${printedValue(kind)}`);
    return "";
  }

  #cardHtml(index: number): string {
    const [name, card] = list(list(this.#read.cards)[index]);
    const html = cardHtml(String(name), (card ?? {}) as Card);
    if (html === undefined) this.#place.note("element", `card ${String(name)}: ${printedValue(card)}`);
    return html ?? "";
  }

  /** Markers begin some formats, and end so many of those that are open. */
  #markersHtml(markers: unknown): string {
    const open: string[] = [];
    let html = "";
    for (const marker of list(markers)) {
      const [kind, opened, closed, value] = list(marker);
      for (const index of list(opened)) {
        const [tag, attributes] = list(list(this.#read.markups)[Number(index)]);
        const name = tag === "a" || formatNames.has(String(tag)) ? String(tag) : "span";
        const at = list(attributes).indexOf("href");
        const href =
          name === "a" && at >= 0 ? ` href="${escapedHtml(String(list(attributes)[at + 1]))}"` : "";
        html += `<${name}${href}>`;
        open.push(name);
      }
      html += kind === 1 ? this.#atomHtml(Number(value)) : escapedHtml(String(value ?? ""));
      for (let count = Number(closed); count > 0 && open.length > 0; count--) html += `</${open.pop()}>`;
    }
    return (
      html +
      open
        .reverse()
        .map((name) => `</${name}>`)
        .join("")
    );
  }

  #atomHtml(index: number): string {
    const [name, text] = list(list(this.#read.atoms)[index]);
    return name === "soft-return" ? "<br/>" : escapedHtml(String(text ?? ""));
  }
}

const elementHtml = (tag: string, inner: string): string =>
  tag === "aside" ? `<blockquote>${inner}</blockquote>` : `<${tag}>${inner}</${tag}>`;
