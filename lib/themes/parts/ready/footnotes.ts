import { readCustom } from "#lib/blocks/read-section.ts";
import type { FootnotesValue } from "#lib/blocks/ready/footnotes-block.ts";
import { readyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import { storedBlocks } from "#lib/blocks/sections.ts";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import { vouchedHtml } from "#lib/richtext/safe-html.ts";
import { type Element, h, withHtml } from "#lib/themes/element.ts";
import { markId, richTextHtml } from "#lib/themes/parts/text.ts";
import type { Article, ArticleNotes, Reading, ShownNote } from "#lib/themes/theme.ts";

/** The notes of an article's sections; undefined if it has none. */
export const notesOf = (
  { body, sections, notesUrl }: Article,
  { customBlocks }: Reading,
): ArticleNotes | undefined => {
  if (notesUrl !== undefined) return { url: notesUrl, byLabel: new Map() };
  const byLabel = new Map<string, ShownNote>();
  for (const name of sections) {
    const declared = customBlocks?.[name].get("footnotes");
    if (declared !== readyBlocks.footnotes.declaration) continue;
    for (const { type, value } of storedBlocks(body, name)) {
      const notes = type === "footnotes" ? (readCustom(declared, value) as FootnotesValue | undefined) : [];
      for (const { label, text } of notes ?? [])
        if (!byLabel.has(label)) byLabel.set(label, { label, text, number: byLabel.size + 1, markCount: 0 });
    }
  }
  return byLabel.size > 0 ? { byLabel } : undefined;
};

/** The notes below an article, each with links to its marks. */
export const endnotes = ({ byLabel }: ArticleNotes, reading: Reading): Element[] => {
  if (byLabel.size === 0) return [];
  // Notes may have marks of others, which have to be counted before the links to them are written.
  const texts = [...byLabel.values()].map((note) => ({ note, html: richTextHtml(note.text, reading) }));
  const items = texts.map(({ note, html }) => {
    const links = backLinks(note, reading);
    const isEnded = html.endsWith("</p>");
    const written = isEnded ? `${html.slice(0, -4)}${links}</p>` : html + links;
    return withHtml("li", { id: `fn-${note.label}` }, vouchedHtml(written));
  });
  return [
    h("section", { class: "footnotes", role: "doc-endnotes", "aria-label": "Notes" }, h("ol", null, items)),
  ];
};

const backLinks = (note: ShownNote, { linkUrl }: Reading): string =>
  Array.from({ length: note.markCount }, (_, index) => {
    const address = `#${encodeURIComponent(markId(note, index + 1))}`;
    const name =
      note.markCount === 1 ? `Back to note ${note.number}` : `Back to note ${note.number}, ${index + 1}`;
    const href = escapeHtml(linkUrl ? linkUrl(address) : address);
    return ` <a href="${href}" role="doc-backlink" aria-label="${name}">↩\uFE0E</a>`;
  }).join("");
