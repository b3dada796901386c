import { escapeHtml } from "./escape-html.ts";
import { linkTarget } from "./link-target.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { maximumDepth } from "./problem.ts";
import { type SafeHtml, vouchedHtml } from "./safe-html.ts";

/** The address of a page by its id; undefined for pages that have none. */
export type PageAddress = (pageId: number) => string | undefined;

/** Elements that mark text up and do nothing else. */
const keptElements = new Set(
  (
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div table caption thead tbody tfoot tr th td " +
    "a b strong i em u s del ins sup sub small mark abbr cite q dfn kbd samp var code br hr wbr"
  ).split(" "),
);

const voidElements = new Set(["br", "hr", "wbr"]);

/**
 * Stored rich text as it may stand in a page. Whoever stored it is not trusted: it may be older than the
 * sanitizer (contract#sanitized-once). Of its elements those stay that mark up text, nested as they should be
 * and at most 100 deep, without attributes; of its links those that a reader may follow. Links to pages get
 * the page's address; a link that leads nowhere keeps its text. Never throws; takes time linear in the length
 * of `stored`.
 */
export const pageHtml = (stored: string, addressOf: PageAddress): SafeHtml => {
  const open: string[] = [];
  let html = "";
  for (const piece of piecesOf(stored)) {
    if ("text" in piece) {
      html += piece.text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    } else if (!keptElements.has(piece.name)) {
      // Its text stays.
    } else if (voidElements.has(piece.name)) {
      if (!piece.closes) html += `<${piece.name}/>`;
    } else if (piece.closes) {
      const opened = open.lastIndexOf(piece.name);
      if (opened >= 0) html += endTags(open.splice(opened));
    } else if (open.length < maximumDepth) {
      open.push(piece.name);
      html += piece.name === "a" ? startOfLink(piece.attributes, addressOf) : `<${piece.name}>`;
    }
  }
  return vouchedHtml(html + endTags(open));
};

/** The ids of the pages that stored rich text links to. */
export const pageLinksIn = (stored: string): readonly number[] =>
  [...piecesOf(stored)].flatMap((piece) => {
    const target = isLink(piece) ? linkTarget(piece.attributes) : null;
    return target && "page" in target ? [target.page] : [];
  });

const isLink = (piece: Piece): piece is Exclude<Piece, { readonly text: string }> =>
  "name" in piece && piece.name === "a" && !piece.closes;

const endTags = (names: readonly string[]): string =>
  names
    .toReversed()
    .map((name) => `</${name}>`)
    .join("");

const startOfLink = (attributes: string, addressOf: PageAddress): string => {
  const address = addressIn(attributes, addressOf);
  return address ? `<a href="${address}">` : "<a>";
};

const addressIn = (attributes: string, addressOf: PageAddress): string | undefined => {
  const target = linkTarget(attributes);
  if (!target || "document" in target) return undefined;
  return "address" in target ? target.address : escapeHtml(addressOf(target.page) ?? "");
};
