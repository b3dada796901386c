import { isObject } from "#lib/blocks/is-object.ts";
import type { Heading } from "#lib/richtext/anchors.ts";
import { isWebAddress } from "#lib/richtext/links.ts";
import { pageHtml, type StartTag } from "#lib/richtext/page-html.ts";
import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";
import { type Element, h, htmlIn, withHtml } from "#lib/themes/element.ts";
import type { CodePart, Reading } from "#lib/themes/theme.ts";

/** Stored rich text as HTML; null where it is empty, or not a text. */
export const richText = (
  stored: unknown,
  { pageUrl, linkUrl }: Reading,
  startTag?: StartTag,
): Element | null =>
  typeof stored === "string" && stored !== ""
    ? withHtml("div", { class: "paragraph" }, pageHtml(stored, pageUrl, linkUrl, startTag))
    : null;

/** One line of stored rich text as HTML, without the paragraph around it; several paragraphs stay. */
export const lineHtml = (stored: string, { pageUrl, linkUrl }: Reading): SafeHtml => {
  const html = pageHtml(stored, pageUrl, linkUrl);
  const isLine = html.startsWith("<p>") && html.endsWith("</p>") && !html.includes("<p>", 1);
  return isLine ? vouchedHtml(html.slice(3, -4)) : html;
};

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
