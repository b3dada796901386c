import { certain } from "#lib/certain.ts";
import { resolveReferences } from "./character-references.ts";
import { escapeHtml } from "./escape-html.ts";
import { headingSlug } from "./heading-slug.ts";
import { ownIdIn } from "./links.ts";
import { isNoteId } from "./note-marks.ts";
import type { StartTag } from "./page-html.ts";
import { themeIds, windowNames } from "./reserved-ids.ts";
import { type SafeHtml, vouchedHtml } from "./safe-html.ts";

/** A heading of a post. */
export interface Heading {
  /** The fragment of its address. */
  readonly id: string;
  readonly level: number;
  /** Its content without links. */
  readonly html: SafeHtml;
}

/** A start tag of `pageHtml`, with the id that an author has given to the block (contract#own-ids). */
export const startTagWithId: StartTag = (name, attributes) => {
  const id = /^(?:h[1-6]|p|li|blockquote)$/.test(name) ? ownIdIn(attributes) : undefined;
  return id === undefined ? `<${name}>` : `<${name} id="${escapeHtml(id)}">`;
};

/** The paragraphs of a post with the ids that addresses lead to. */
export interface Anchored {
  readonly texts: readonly SafeHtml[];
  /** The headings of the second to fourth level. */
  readonly headings: readonly Heading[];
  /** All ids, also those by which addresses once led to headings. */
  readonly ids: ReadonlySet<string>;
  /** The ids of headings that could not have the one that Markdown tools give them, by that one. */
  readonly moved: ReadonlyMap<string, string>;
}

const ownId = /<(h[1-6]|p|li|blockquote) id="([^"]*)">/g;
const heading = /<h([1-6])(?: id="([^"]*)")?>(.*?)<\/h\1>/gs;

/**
 * Gives ids to the headings in texts of `pageHtml` with `startTagWithId`: the words of a heading
 * as GitHub writes them, then `-1`, `-2` … for the same words again. An id that a theme or script uses is
 * `name-1`, and links to `#name` in these texts follow it. Linear in the length of the texts
 * (contract#headings).
 */
export const anchored = (texts: readonly SafeHtml[]): Anchored => {
  if (!texts.some((text) => text.includes("<h") || text.includes(' id="')))
    return { texts, headings: [], ids: new Set(), moved: new Map() };
  const ids = new FreeIds();
  // What authors have chosen comes before what words give.
  const named = texts.map((text) =>
    text.replace(
      ownId,
      (_, name: string, id: string) => `<${name} id="${escapeHtml(ids.take(resolveReferences(id)))}">`,
    ),
  );
  const headings = named.flatMap((text) =>
    [...text.matchAll(heading)].map(([, level, own, content = ""]) => ({
      ...{ level: Number(level), content },
      id: own === undefined ? ids.take(slugOf(content)) : resolveReferences(own),
    })),
  );
  const formerIds = new FormerIds();
  const former = headings.map(({ level, content }) => {
    const id = hadId(level) ? formerIds.take(content) : undefined;
    return id !== undefined && ids.takeIfFree(id) ? `<span id="${escapeHtml(id)}"></span>` : "";
  });
  let index = 0;
  const marked = named.map((text) =>
    text.replace(heading, (_, level: string, __, content: string) => {
      const { id } = certain(headings[index]);
      return `<h${level} id="${escapeHtml(id)}">${former[index++]}${content}</h${level}>`;
    }),
  );
  const { all, moved } = ids;
  return {
    texts: marked.map((text) => vouchedHtml(moved.size > 0 ? withLinks(text, ids) : text)),
    headings: headings
      .filter(({ level }) => hadId(level))
      .map(({ id, level, content }) => ({
        id,
        level,
        html: vouchedHtml(withoutMarks(content).replace(/<\/?a\b[^>]*>/g, "")),
      })),
    ...{ ids: all, moved },
  };
};

/** True for the levels whose headings have long had ids, and are in lists of contents. */
const hadId = (level: number): boolean => level >= 2 && level <= 4;

const isReserved = (id: string): boolean =>
  themeIds.test(id) || isNoteId(id) || (!id.includes("-") && windowNames.includes(` ${id} `));

class FreeIds {
  /** The last number that was tried for each id, so that many equal headings do not try all numbers again. */
  readonly #numbers = new Map<string, number>();
  readonly moved = new Map<string, string>();
  readonly all = new Set<string>();

  take(wanted: string): string {
    const tried = this.#numbers.get(wanted);
    if (tried === undefined && !isReserved(wanted)) {
      this.#numbers.set(wanted, 0);
      this.all.add(wanted);
      return wanted;
    }
    let number = tried ?? 0;
    let id: string;
    const isNote = isNoteId(wanted);
    // All of `comment-1`, `comment-2` … are reserved, and all that begins with `category_facets-`.
    const isReservedAnyhow = isReserved(`${wanted}-0`);
    const mark = isReservedAnyhow && !isReserved(wanted) ? "_" : "-";
    // Behind `fn-a`, a number would make the id of the note `a-1`.
    do id = isNote ? `${++number}-${wanted}` : `${wanted}${mark}${++number}`;
    while (this.#numbers.has(id) || (!isReservedAnyhow && isReserved(id)));
    this.#numbers.set(wanted, number).set(id, 0);
    this.all.add(id);
    if (tried === undefined) this.moved.set(wanted, id);
    return id;
  }

  takeIfFree(id: string): boolean {
    if (this.#numbers.has(id) || isReserved(id)) return false;
    this.#numbers.set(id, 0);
    this.all.add(id);
    return true;
  }
}

/** The ids that headings had before they had those of Markdown tools: `h-first-ice`, then `h-first-ice-2`. */
class FormerIds {
  readonly #numbers = new Map<string, number>();

  take(content: string): string {
    const words = content.replace(/<[^>]*>|&[^;]*;/g, " ").toLowerCase();
    const first = `h-${(words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join("-").slice(0, 60)}`;
    let number = this.#numbers.get(first) ?? 0;
    let id = first;
    while (this.#numbers.has(id)) id = `${first}-${++number}`;
    this.#numbers.set(first, number);
    this.#numbers.set(id, 1);
    return id;
  }
}

/** A heading without the marks of notes. */
const withoutMarks = (content: string): string => content.replace(/<a [^>]*role="doc-noteref".*?<\/a>/gs, "");

/** The slug of a heading, by its words alone. */
const slugOf = (content: string): string =>
  headingSlug(
    resolveReferences(
      withoutMarks(content)
        .replace(/<br\/>/g, " ")
        .replace(/<[^>]*>/g, ""),
    ),
  );

const withLinks = (text: string, { moved }: FreeIds): string =>
  text.replace(/<a href="#([^"]*)">/g, (tag, id: string) => {
    const other = moved.get(id);
    return other === undefined ? tag : `<a href="#${other}">`;
  });
