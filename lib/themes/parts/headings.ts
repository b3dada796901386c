import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";
import { type Element, htmlIn, withHtml } from "#lib/themes/element.ts";

/** A heading of a post. */
export interface Heading {
  /** The fragment of its address. */
  readonly id: string;
  readonly level: number;
  /** Its content without links. */
  readonly html: SafeHtml;
}

const heading = /<h([2-4])>(.*?)<\/h\1>/gs;

/** The paragraphs among blocks with ids for their headings, so that each has an address; and the headings. */
export const withAnchors = (
  blocks: readonly Element[],
): { readonly blocks: readonly Element[]; readonly headings: readonly Heading[] } => {
  const headings: Heading[] = [];
  const numbers = new Map<string, number>();
  const anchored = blocks.map((block) => {
    const html = htmlIn(block);
    if (!html?.includes("<h")) return block;
    const marked = html.replace(heading, (found, level: string, content: string) => {
      const id = freeId(content, numbers);
      headings.push({ id, level: Number(level), html: vouchedHtml(content.replace(/<\/?a\b[^>]*>/g, "")) });
      return `<h${level} id="${id}"${found.slice(3)}`;
    });
    return withHtml("div", { class: "paragraph" }, vouchedHtml(marked));
  });
  return { blocks: anchored, headings };
};

/**
 * An id such as `h-first-ice`, and `h-first-ice-2` for another heading with these words. `numbers` has the
 * last number that was tried for each id, so that many equal headings do not try all numbers again.
 */
const freeId = (content: string, numbers: Map<string, number>): string => {
  const words = content.replace(/<[^>]*>|&[^;]*;/g, " ").toLowerCase();
  const first = `h-${(words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join("-").slice(0, 60)}`;
  let number = numbers.get(first) ?? 0;
  let id = first;
  while (numbers.has(id)) id = `${first}-${++number}`;
  numbers.set(first, number);
  numbers.set(id, 1);
  return id;
};
