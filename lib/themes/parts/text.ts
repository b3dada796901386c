import { isObject } from "#lib/blocks/is-object.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import type { Heading } from "#lib/richtext/anchors.ts";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import { notedLabel } from "#lib/richtext/note-marks.ts";
import { pageHtml, type StartTag } from "#lib/richtext/page-html.ts";
import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";
import { type Element, h, htmlIn, withHtml } from "#lib/themes/element.ts";
import type { CodePart, Reading, ShownNote } from "#lib/themes/theme.ts";

/** Stored rich text as HTML; null where it is empty, or not a text. */
export const richText = (stored: unknown, reading: Reading, startTag?: StartTag): Element | null =>
  typeof stored === "string" && stored !== ""
    ? withHtml("div", { class: "paragraph" }, richTextHtml(stored, reading, startTag))
    : null;

/** One line of stored rich text as HTML, without the paragraph around it; several paragraphs stay. */
export const lineHtml = (stored: string, reading: Reading): SafeHtml => {
  const html = richTextHtml(stored, reading);
  const isLine = html.startsWith("<p>") && html.endsWith("</p>") && !html.includes("<p>", 1);
  return isLine ? vouchedHtml(html.slice(3, -4)) : html;
};

const noteLink = /<a href="([^"]*?)(#fn-[^"]+)">(.*?)<\/a>/gs;

/** Stored rich text as HTML, in which links to notes are marks with their numbers. */
export const richTextHtml = (
  stored: string,
  { pageUrl, linkUrl, notes }: Reading,
  startTag?: StartTag,
): SafeHtml => {
  const html = pageHtml(stored, pageUrl, linkUrl, startTag);
  if (!notes || !html.includes("#fn-")) return html;
  const marked = html.replace(noteLink, (link, base: string, address: string, text: string) => {
    const label = notedLabel(address);
    const isOfPage = base + address === (linkUrl ? escapeHtml(linkUrl(address)) : address);
    if (label === undefined || !isOfPage) return link;
    if (notes.url !== undefined) return mark(escapeHtml(notes.url) + address, text.replace(/<[^>]*>/g, ""));
    const note = notes.byLabel.get(label);
    if (!note) return link;
    note.markCount += 1;
    return mark(base + address, String(note.number), escapeHtml(markId(note, note.markCount)));
  });
  return vouchedHtml(marked);
};

const mark = (href: string, text: string, id?: string): string =>
  `<a href="${href}"${id === undefined ? "" : ` id="${id}"`} role="doc-noteref"><sup>${text}</sup></a>`;

/** The id of a mark, by its number among those of its note. */
export const markId = ({ label }: Pick<ShownNote, "label">, number: number): string =>
  `fnref${number === 1 ? "" : number}-${label}`;

/** Source code with the name of its language, perhaps coloured; null where the stored value has no source. */
export const codeListing = (
  stored: unknown,
  { codeParts }: Pick<Reading, "codeParts"> = {},
): Element | null => {
  if (!isObject(stored)) return null;
  const { language, source } = stored;
  if (typeof language !== "string" || typeof source !== "string") return null;
  const name = language.trim();
  const isNamed = name !== "" && name !== "text";
  const parts = codeParts?.(name, source);
  return h(
    "figure",
    { class: "code" },
    isNamed && h("figcaption", null, name),
    // Long lines scroll, and scrolling by keyboard needs the focus.
    h(
      "pre",
      { tabindex: 0 },
      h("code", { class: `language-${name.replace(/\s.*/s, "")}` }, parts?.map(codePart) ?? source),
    ),
  );
};

const codePart = ({ text, kind }: CodePart): Element | string =>
  kind === null ? text : h("span", { class: kind }, text);

/** A link to a web address, which is also its text where none is given; null for other addresses. */
export const webLink = (address: unknown, text?: string): Element | null =>
  typeof address === "string" && isWebAddress(address) ? h("a", { href: address }, text ?? address) : null;

/** The paragraphs among blocks with ids, so that each heading has an address; and the headings. */
export const withAnchors = (
  blocks: readonly Element[],
  { anchors }: Pick<Reading, "anchors">,
): { readonly blocks: readonly Element[]; readonly headings: readonly Heading[] } => {
  if (!anchors) return { blocks, headings: [] };
  const { texts, headings } = anchors.anchored(blocks.flatMap((block) => htmlIn(block) ?? []));
  let index = 0;
  const shown = blocks.map((block) => {
    const html = htmlIn(block);
    const text = html === undefined ? undefined : texts[index++];
    return text === undefined || text === html ? block : withHtml("div", { class: "paragraph" }, text);
  });
  return { blocks: shown, headings };
};
