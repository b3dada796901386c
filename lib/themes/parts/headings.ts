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
  const taken = new Set<string>();
  const anchored = blocks.map((block) => {
    const html = htmlIn(block);
    if (!html?.includes("<h")) return block;
    const marked = html.replace(heading, (found, level: string, content: string) => {
      const id = freeId(content, taken);
      headings.push({ id, level: Number(level), html: vouchedHtml(content.replace(/<\/?a\b[^>]*>/g, "")) });
      return `<h${level} id="${id}"${found.slice(3)}`;
    });
    return withHtml("div", { class: "paragraph" }, vouchedHtml(marked));
  });
  return { blocks: anchored, headings };
};

/** Such as `h-first-ice`, and `h-first-ice-2` for another heading with these words. */
const freeId = (content: string, taken: Set<string>): string => {
  const words = content.replace(/<[^>]*>|&[^;]*;/g, " ").toLowerCase();
  const slug = (words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join("-").slice(0, 60);
  let id = `h-${slug}`;
  for (let number = 2; taken.has(id); number++) id = `h-${slug}-${number}`;
  taken.add(id);
  return id;
};
