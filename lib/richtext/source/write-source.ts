import { areSame } from "#lib/json.ts";
import { fencedCode } from "../fenced-code.ts";
import { type LinkDestination, richTextMarkdown } from "../rich-text-markdown.ts";
import { blocksOf, piecesOf, type TextBlock, type TextPiece, type TextSections } from "./pieces.ts";
import { type HeldPiece, moreLine, readMarkdownSource } from "./read-source.ts";

/**
 * A text as Markdown. What Markdown cannot hold stands in it as a line with a number and a name, such as
 * `[[2: Gallery]]`, which can be moved and removed, and is read as what it stands for.
 */
export interface MarkdownSource {
  readonly markdown: string;
  readonly held: readonly HeldPiece[];
}

export interface SourceRules {
  /** `rich_text_features` of the site. */
  readonly features: readonly string[];
  /** The name of a piece for people. */
  readonly nameOf: (piece: TextPiece) => string;
}

const heldLine = (number: number, name: string): string =>
  `[[${number}: ${name.replace(/[[\]\s]+/g, " ").trim()}]]`;

/** Ways to write a piece, from the one that is read most easily to the one that is always read back. */
const forms: readonly ((markdown: string) => string)[] = [
  (markdown) => withFewEscapes(withBareAddresses(markdown)),
  (markdown) => withBareAddresses(markdown),
  (markdown) => markdown,
];

const withBareAddresses = (markdown: string): string => markdown.replace(/\]\(<([^\s<>()]*)>\)/g, "]($1)");

const withFewEscapes = (markdown: string): string =>
  markdown
    .replace(/(?<=\w)\\(?=_\w)|(?<= )\\(?=\* )|\\(?=[~\]])|\\(?=\[(?!\[))/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The source of a text that `readMarkdownSource` reads as the same text. */
export const markdownSourceOf = (texts: TextSections, rules: SourceRules): MarkdownSource => {
  for (const form of forms) {
    const source = writtenBy(form, texts, rules);
    // Two pieces can mean something together that neither means alone.
    if (isReadAs(source, texts, rules)) return source;
  }
  return writtenBy(undefined, texts, rules);
};

const isReadAs = (source: MarkdownSource, texts: TextSections, rules: SourceRules): boolean =>
  areSame(readMarkdownSource(source.markdown, source.held, rules.features).texts as never, texts as never);

const writtenBy = (
  form: ((markdown: string) => string) | undefined,
  { overview, detail }: TextSections,
  { features, nameOf }: SourceRules,
): MarkdownSource => {
  const held: HeldPiece[] = [];
  const lines: string[] = [];
  const write = (section: readonly TextBlock[]) => {
    let before = "";
    for (const { piece, begins } of placedPieces(section)) {
      const markdown = begins || !form ? undefined : markdownOf(piece, form, features);
      const kind = markdown === undefined ? "" : listKind(markdown);
      // Two lists side by side would be one.
      if (markdown !== undefined && (kind === "" || kind !== before)) lines.push(markdown);
      else lines.push(heldLine(held.push({ begins, piece }), nameOf(piece)));
      before = kind;
    }
  };
  write(overview);
  if (overview.length > 0) lines.push(moreLine);
  write(detail);
  return { markdown: lines.map((each) => `${each}\n`).join("\n"), held };
};

/** The pieces of blocks with the places where rich text begins after other rich text. */
const placedPieces = (blocks: readonly TextBlock[]): readonly HeldPiece[] =>
  blocks.flatMap((block, index) => {
    const begins = block.type === "paragraph" && blocks[index - 1]?.type === "paragraph";
    const pieces = piecesOf([block]);
    const isWhole =
      pieces.length > 0 &&
      pieces.map((piece) => ("html" in piece ? piece.html : "")).join("") === block.value;
    // A block without an element, or with white space between them, is no sum of its pieces.
    if (block.type !== "paragraph" || !isWhole) return [{ piece: { block }, begins: false }];
    return pieces.map((piece, at) => ({ piece, begins: begins && at === 0 }));
  });

const listKind = (markdown: string): string => /^(?:-|\d+\.) /.exec(markdown)?.[0].slice(-2) ?? "";

const markdownOf = (
  piece: TextPiece,
  form: (markdown: string) => string,
  features: readonly string[],
): string | undefined => {
  const written = writtenPiece(piece);
  if (written === undefined) return undefined;
  return [form(written), written].find((markdown) => {
    const { texts } = readMarkdownSource(markdown, [], features);
    return texts.overview.length === 0 && areSame(texts.detail as never, blocksOf([piece]) as never);
  });
};

const writtenPiece = (piece: TextPiece): string | undefined => {
  if ("html" in piece) return richTextMarkdown(piece.html, byId);
  const { type, value } = piece.block;
  if (type !== "code") return undefined;
  const { language, source } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof language !== "string" || typeof source !== "string") return undefined;
  return fencedCode(language === "text" ? "" : language, source);
};

/** Links to pages and documents by their ids, as they are stored. */
const byId: LinkDestination = (target) => {
  if ("page" in target) return `page:${target.page}`;
  return "document" in target ? `document:${target.document}` : target.address;
};
