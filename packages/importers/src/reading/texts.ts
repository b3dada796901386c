import type { NamedTerm } from "#importers/imported.ts";
import {
  canonicalLanguage,
  cutText,
  elementsIn,
  htmlTree,
  isCalendarDay,
  numberedSlug,
  resolveReferences,
  slugFromTitle,
  textOfNodes,
} from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { Numbering } from "./numbering.ts";

/** What HTML says, on one line. */
export const plainTextOf = (html: string): string => {
  const spaced = html.replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^>]*>/gi, " $&");
  return textOfNodes(htmlTree(spaced)).replace(/\s+/g, " ").trim();
};

/** A title or name, which may hold references, and sometimes elements. */
export const titleIn = (text: string): string =>
  /<\/?[a-z]/i.test(text) ? plainTextOf(text) : resolveReferences(text).replace(/\s+/g, " ").trim();

/** A description for searches and feeds, cut between words. */
export const summaryFrom = (html: string, most = 4000): string => {
  const text = plainTextOf(html);
  return text.length <= most ? text : `${cutText(text, most).replace(/\s+\S*$/, "")} …`;
};

/** True for text that has elements of its own; plain text has paragraphs by its line breaks. */
export const hasElements = (text: string): boolean => !elementsIn(htmlTree(text)).next().done;

/**
 * The instant of a date as feeds write it (`Fri, 01 Mar 2019 10:00:00 +0100`) or as databases do; without a
 * zone it is taken as UTC, which is noted.
 */
export const instantOf = (written: string, place: NotePlace): string | undefined => {
  const text = written.trim();
  const isoForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
    text,
  );
  const hasZone = isoForm
    ? isoForm[3] !== undefined
    : /(?:[+-]\d{4}|\b[A-Z]{1,5})$/i.test(text) && !/\d$/.test(text.replace(/[+-]\d{4}$/, ""));
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const readable = isoForm
    ? `${isoForm[1]}T${isoForm[2]}${isoForm[3]?.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2") ?? "Z"}`
    : isDay || hasZone
      ? text
      : `${text} GMT`;
  const time = isCalendarDate(text) ? Date.parse(readable) : Number.NaN;
  if (Number.isNaN(time) || !/^\d{4}-/.test(new Date(time).toISOString())) {
    place.note("date", `${text}: no date that can be read`);
    return undefined;
  }
  if (!hasZone && !isDay) place.note("date", `${text}: has no time zone, and is taken as UTC`);
  return new Date(time).toISOString().replace(".000Z", "Z");
};

/** False for a day that there is not, such as 31 February, which JavaScript takes for one of March. */
const isCalendarDate = (text: string): boolean => {
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (iso !== undefined) return isCalendarDay(iso);
  const [, day = "", name = "", year = ""] =
    /\b(\d{1,2})[ -](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -](\d{4})\b/i.exec(text) ?? [];
  if (year === "") return true;
  const month = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(name.toLowerCase()) / 3 + 1;
  return isCalendarDay(`${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`);
};

/** Gives each slug to one name only. */
export class Names {
  readonly #byKey = new Map<string, NamedTerm>();
  readonly #slugs = new Set<string>();
  readonly #numbering = new Numbering();

  /** The slug of a name: the wanted one, if it is free. `key` tells names apart that are written alike. */
  slugOf(name: string, wanted = "", key = name): string {
    const known = this.#byKey.get(key);
    if (known) return known.slug;
    const base = slugFromTitle(wanted) || slugFromTitle(name) || "unnamed";
    const numbered = (number: number) => numberedSlug(base, number);
    const slug = this.#numbering.firstFree(base, numbered, (taken) => this.#slugs.has(taken));
    this.#slugs.add(slug);
    this.#byKey.set(key, { slug, name: cutText(name, 255) || slug });
    return slug;
  }

  get all(): readonly NamedTerm[] {
    return [...this.#byKey.values()];
  }
}

/** The language of a post, if it is another one than that of the feed. */
export const languageSaid = (
  said: string | undefined,
  ofFeed: string | undefined,
  place: NotePlace,
): string | undefined => {
  if (!said || said.toLowerCase() === ofFeed?.toLowerCase()) return undefined;
  const tag = canonicalLanguage(said);
  if (tag === undefined) place.note("field", `language: ${said}`);
  return tag;
};

export const pathOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).pathname : undefined;

/** A value of front matter or of a table in a note; its aliases may lead back to itself. */
export const printedValue = (value: unknown): string => {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "a value that holds itself";
  }
};
