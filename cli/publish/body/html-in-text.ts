import { embedAt } from "#cli/html/embeds.ts";
import type { HtmlNoteKind, HtmlPlace } from "#cli/html/html-place.ts";
import { readHtml } from "#cli/html/html-reader.ts";
import type { HtmlTarget } from "#cli/html/html-target.ts";
import { type HtmlElement, type HtmlNode, htmlOfNodes, isElement, textOfNodes } from "#cli/html/html-tree.ts";
import { percentDecoded } from "#cli/percent-decoded.ts";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { ownIdPattern } from "#lib/richtext/links.ts";
import type { HtmlPiece } from "#lib/richtext/removals.ts";
import { isFileBeside } from "./media-file.ts";

/** Prose as HTML, and in pieces with the lines of the file. */
export interface Prose {
  readonly line: number;
  readonly html: string;
  readonly pieces: () => Iterable<HtmlPiece>;
}

interface TextTarget extends Pick<HtmlTarget, "block" | "part"> {
  readonly prose: (prose: Prose) => void;
  /** Where a link leads now; for a link with a line. */
  readonly linkTo: (address: string, line: number) => string;
  /** True if tables are blocks; else they are lines of text. */
  readonly takesTables?: boolean;
  /** True for the address of an embed that the site takes. */
  readonly isEmbed?: ((address: string) => boolean) | undefined;
  /** What is not kept. */
  readonly removed: LineProblem[];
  /** What is kept in another way than it was written. */
  readonly warnings: LineProblem[];
}

interface LinePlace extends HtmlPlace {
  readonly line: number;
}

/** Reads the HTML in a text of Markdown as prose and blocks. Lines are those of the file. */
export const readHtmlInText = (html: string, firstLine: number, target: TextTarget): void => {
  const placeAt = (line: number): LinePlace => ({
    line,
    below: (lines) => placeAt(line + lines - 1),
    note: (kind, text) => {
      const said = { line, message: messages[kind](shortened(text)) };
      (kind === "inline_picture" || kind === "embed_text" ? target.warnings : target.removed).push(said);
    },
  });
  const place = placeAt(firstLine);
  const proseOf = (element: HtmlElement): Prose => {
    const line = place.below(element.line).line;
    const pieces = () => piecesOf([element], firstLine - 1);
    return { line, html: htmlOfNodes([withOwnIds(element)]), pieces };
  };
  readHtml<LinePlace>(
    {
      ...{ html, place, hasPlainAddresses: true, takesTables: target.takesTables ?? false },
      embedAt: (address) => {
        const found = embedAt(address);
        return found && target.isEmbed?.(found.url) ? found : undefined;
      },
      // References are resolved already, and are resolved again.
      linkTo: (address, { line }) =>
        target.linkTo(address.replaceAll("&", "&amp;"), line).replaceAll("&amp;", "&"),
      fileOf: (address, element, at) => {
        const file = percentDecoded(address);
        if (element?.name === "img" || (isFileBeside(file) && !file.startsWith("/"))) return file;
        at.note("embed", `${element?.name ?? "element"}: ${address}`);
        target.prose(proseOf(linkElement(address, element?.line ?? 1)));
        return undefined;
      },
    },
    {
      prose: (element) => {
        const isEmpty = element.name !== "hr" && textOfNodes([element]).trim() === "";
        if (!isEmpty) target.prose(proseOf(element));
      },
      block: (block, line) => target.block(block, place.below(line).line),
      ...(target.part && { part: target.part }),
    },
  );
};

/** Blocks with the ids that authors have given to them, in the form in which these are kept. */
const withOwnIds = (node: HtmlNode): HtmlNode => {
  if (typeof node === "string" || !isElement(node)) return node;
  const { name, attributes, children } = node;
  const { id } = attributes;
  const isOwn = id && /^(?:h[1-6]|p|li|blockquote)$/.test(name) && ownIdPattern.test(`#${id}`);
  return {
    ...node,
    attributes: isOwn ? { ...attributes, "data-block-key": `#${id}` } : attributes,
    children: children.map(withOwnIds),
  };
};

/** Raw HTML may show nothing. */
export const isEmptyProse = (html: string): boolean => /^(?:<p>(?:<br\/>)*<\/p>)*$/.test(html);

const linkElement = (href: string, line: number): HtmlElement => ({
  ...{ name: "p", attributes: {}, line },
  children: [{ name: "a", attributes: { href }, children: [href], line }],
});

const messages: Readonly<Record<HtmlNoteKind, (text: string) => string>> = {
  element: (text) => {
    const [, name, rest] = /^([a-z][\w:-]*): ?(.*)$/.exec(text) ?? [];
    return name === undefined
      ? `This is not kept: ${text}`
      : `The element ${name} is not kept${rest ? `: ${rest}` : ""}`;
  },
  embed: (text) => `The element ${text.replace(/: .*$/, "")} is a link now: ${text.replace(/^[^:]*: /, "")}`,
  embed_text: (text) => `Readers see this where they load the embedded post: ${text}`,
  formatting: (text) => `This is not kept: ${text}`,
  inline_picture: (text) => movedMessage(text),
  media: (text) => `This picture has no address of a file: ${text}`,
  table: (text) => `The formatting table is not kept: ${text}`,
  table_cells: (text) => `In a table this is not kept: ${text}`,
};

export const movedMessage = (file: string): string =>
  `The picture ${file} stands before or after its paragraph, because none stands in a sentence, list or quote.`;

const maxLength = 80;

const shortened = (text: string): string => {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
};

/** Nodes as pieces of HTML; `lines` is the number of lines before the HTML. */
function* piecesOf(nodes: readonly HtmlNode[], lines: number, outer = 1): Generator<HtmlPiece> {
  for (const node of nodes) {
    if (typeof node === "string") yield { html: htmlOfNodes([node]), line: lines + outer };
    else if (isElement(node)) {
      const { name, attributes, children, line } = node;
      const href = attributes.href === undefined ? {} : { href: attributes.href };
      const empty = htmlOfNodes([{ name, attributes: name === "a" ? href : {}, children: [], line }]);
      const end = empty.lastIndexOf("</");
      yield { html: end < 0 ? empty : empty.slice(0, end), line: lines + line };
      yield* piecesOf(children, lines, line);
      if (end >= 0) yield { html: empty.slice(end), line: lines + line };
    }
  }
}
