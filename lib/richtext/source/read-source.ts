import type { Token } from "marked";
import { certain } from "#lib/certain.ts";
import { mayBeLinked } from "../address-schemes.ts";
import { htmlTokens } from "../html-tokens.ts";
import { htmlFromTokens } from "../markdown-html.ts";
import { codeFromToken, markdownTokens } from "../markdown-tokens.ts";
import { outlineOf } from "../outline.ts";
import { outlineHtml } from "../outline-html.ts";
import { escapeText, markupOf } from "./markup.ts";
import { blocksOf, piecesOf, type TextBlock, type TextPiece, type TextSections } from "./pieces.ts";

/** What was not kept of Markdown, because the site does not have it, or rich text has no place for it. */
export type LeftOfSource =
  | "leftLinks"
  | "leftTitles"
  | "leftInfo"
  | "leftHeadings"
  | "leftLists"
  | "leftQuotes"
  | "leftRules";

/** A piece that stands in Markdown as a line with its number. */
export interface HeldPiece {
  /** True for one that begins a block of its own after other rich text. */
  readonly begins: boolean;
  readonly piece: TextPiece;
}

/** A text that was read from Markdown. All that was typed is in it, if only as text. */
export interface ReadSource {
  readonly texts: TextSections;
  /** The indices of held pieces that have no line any more. */
  readonly removed: readonly number[];
  /** The numbers of lines that stand for nothing; they are text. */
  readonly unknown: readonly number[];
  /** The numbers that more than one line has; each such line is the same piece. */
  readonly repeated: readonly number[];
  /** True if a picture is written as Markdown; it is text, as pictures are blocks. */
  readonly hasPictures: boolean;
  readonly leftOut: ReadonlySet<LeftOfSource>;
  /** The formatting that the page may not have, by its feature. */
  readonly leftMarks: ReadonlySet<string>;
  /** Why the service would not read the Markdown; its lines are plain text. */
  readonly refused?: string;
}

/** The line between overview and detail, as in folders of Markdown. */
export const moreLine = "<!--more-->";

const heldPattern = /^\[\[(\d{1,6}): [^[\]]*\]\]$/;

/** The text that Markdown says. Nothing of it is lost: what cannot be read as Markdown stays text. */
export const readMarkdownSource = (
  markdown: string,
  held: readonly HeldPiece[],
  features: readonly string[],
): ReadSource => {
  const read = markdownTokens(markdown);
  if ("problem" in read) return { ...nothingRead, ...readPlain(markdown), refused: read.problem.message };
  const reader = new SourceReader(held, features, referencesIn(read.tokens));
  for (const token of read.tokens) reader.take(token);
  return reader.finish();
};

const nothingRead = {
  removed: [],
  unknown: [],
  repeated: [],
  hasPictures: false,
  leftOut: new Set<LeftOfSource>(),
  leftMarks: new Set<string>(),
} as const;

/** A paragraph of plain text for each line. */
const readPlain = (markdown: string): Pick<ReadSource, "texts"> => {
  const lines = markdown.toWellFormed().replaceAll("\0", "").split("\n");
  const value = lines
    .filter((line) => line.trim() !== "")
    .map((line) => `<p>${escapeText(line.trim())}</p>`)
    .join("");
  return { texts: { overview: [], detail: value === "" ? [] : [{ type: "paragraph", value }] } };
};

class SourceReader {
  readonly #held: readonly HeldPiece[];
  readonly #features: readonly string[];
  /** The addresses of links that are defined elsewhere in the text. */
  readonly #references: ReadonlySet<string>;
  readonly #sections: HeldPiece[][] = [[]];
  readonly #found = new Set<number>();
  readonly #unknown: number[] = [];
  readonly #repeated = new Set<number>();
  #hasPictures = false;
  readonly #leftOut = new Set<LeftOfSource>();
  readonly #leftMarks = new Set<string>();

  constructor(held: readonly HeldPiece[], features: readonly string[], references: ReadonlySet<string>) {
    this.#held = held;
    this.#features = features;
    this.#references = references;
  }

  take(token: Token): void {
    if (token.type === "html" && token.raw.trim() === moreLine && this.#sections.length === 1)
      this.#sections.push([]);
    else if (token.type === "code") {
      if (/^\S+\s+\S/.test(token.lang ?? "")) this.#leftOut.add("leftInfo");
      this.#add({ block: codeFromToken(token as never) as never });
    } else if (token.type === "paragraph" && token.raw.includes("[[")) this.#takeLines(token);
    else this.#takeProse(token);
  }

  finish(): ReadSource {
    const [first = [], second] = this.#sections.map(blocksOfPlaced);
    return {
      texts: second ? { overview: first, detail: second } : { overview: [], detail: first },
      removed: [...this.#held.keys()].filter((index) => !this.#found.has(index)),
      unknown: this.#unknown,
      repeated: [...this.#repeated],
      hasPictures: this.#hasPictures,
      leftOut: this.#leftOut,
      leftMarks: this.#leftMarks,
    };
  }

  #add(piece: TextPiece, begins = false): void {
    certain(this.#sections.at(-1)).push({ piece, begins });
  }

  /** A paragraph in which some lines may stand for held pieces. */
  #takeLines(token: Token): void {
    const lines = token.raw.trim().split("\n");
    const places = lines.flatMap((line, at) => (heldPattern.test(line.trim()) ? [at] : []));
    if (places.length === 0) {
      this.#takeProse(token);
      return;
    }
    let end = 0;
    for (const at of [...places, lines.length]) {
      this.#takeText(lines.slice(end, at).join("\n"));
      if (at < lines.length) this.#takeHeld(certain(lines[at]).trim());
      end = at + 1;
    }
  }

  #takeText(markdown: string): void {
    const read = markdownTokens(markdown);
    if ("tokens" in read) for (const token of read.tokens) this.#takeProse(token);
  }

  #takeHeld(line: string): void {
    const number = Number(certain(heldPattern.exec(line))[1]);
    const held = this.#held[number - 1];
    if (held) {
      if (this.#found.has(number - 1)) this.#repeated.add(number);
      this.#found.add(number - 1);
      this.#add(held.piece, held.begins);
    } else {
      this.#unknown.push(number);
      this.#add({ html: `<p>${escapeText(line)}</p>` });
    }
  }

  #takeProse(token: Token): void {
    const shown = this.#asShown(token);
    if (!shown) return;
    const html = htmlFromTokens([shown])
      .replace(/<pre><code>([\s\S]*?)<\/code><\/pre>/g, (_, source: string) => listedCode(source))
      .replace(/<a href="(page|document):(\d{1,15})">/g, '<a linktype="$1" id="$2">');
    this.#noteLosses(html);
    const markup = markupOf(html, this.#features);
    const outline = markup === undefined ? undefined : outlineOf(markup);
    if (outline && "blocks" in outline && outline.blocks.length === 0) return;
    const kept =
      outline && "blocks" in outline ? outlineHtml(outline.blocks) : `<p>${escapeText(token.raw.trim())}</p>`;
    for (const piece of piecesOf([{ type: "paragraph", value: kept }])) this.#add(piece);
  }

  /** The token with what would be shown nowhere as text: pictures, which are blocks, and unused addresses. */
  #asShown(token: Token): Token | undefined {
    if (token.type === "space") return undefined;
    if (token.type === "image") {
      this.#hasPictures = true;
      return textToken(token.raw);
    }
    if (token.type === "def") {
      if (this.#references.has(token.href)) return undefined;
      return { type: "paragraph", raw: token.raw, text: token.raw, tokens: [textToken(token.raw.trim())] };
    }
    if (token.type === "code" && token.lang) this.#leftOut.add("leftInfo");
    if (token.type === "link" && token.title) this.#leftOut.add("leftTitles");
    const inner = (tokens: readonly Token[] | undefined) =>
      tokens?.flatMap((each) => this.#asShown(each) ?? []);
    const { tokens, items } = token as { readonly tokens?: Token[]; readonly items?: Token[] };
    return {
      ...token,
      ...(tokens && { tokens: inner(tokens) }),
      ...(items && { items: inner(items) }),
    } as Token;
  }

  #noteLosses(html: string): void {
    const has = (feature: string) => this.#features.includes(feature);
    for (const tag of htmlTokens(html)) {
      if ("text" in tag || tag.closes) continue;
      const feature = markFeatures[tag.name];
      const loss = blockLosses[tag.name];
      if (feature && !has(feature)) this.#leftMarks.add(feature);
      else if (loss && !has(tag.name)) this.#leftOut.add(loss);
      else if (tag.name === "a" && !this.#mayStay(tag.attributes)) this.#leftOut.add("leftLinks");
    }
  }

  #mayStay(attributes: string): boolean {
    if (attributes.includes('linktype="document"')) return this.#features.includes("document-link");
    const href = /href="([^"]*)"/.exec(attributes)?.[1] ?? "#";
    return this.#features.includes("link") && mayBeLinked(href);
  }
}

const markFeatures: Readonly<Record<string, string>> = { strong: "bold", em: "italic", code: "code" };

const blockLosses: Readonly<Record<string, LeftOfSource>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, "leftHeadings"] as const)),
  ...{ ul: "leftLists", ol: "leftLists", blockquote: "leftQuotes", hr: "leftRules" },
};

const textToken = (raw: string): Token => ({ type: "text", raw, text: raw });

/** The addresses of links whose address stands elsewhere, such as `[words][label]`. */
const referencesIn = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(
    tokens.flatMap((token): string[] => {
      const { tokens: inner = [], items = [] } = token as {
        readonly tokens?: Token[];
        readonly items?: Token[];
      };
      const own = token.type === "link" && token.raw.endsWith("]") ? [token.href as string] : [];
      return [...own, ...referencesIn(inner), ...referencesIn(items)];
    }),
  );

/** Code in lists and quotes is a line of text, whose blanks at the beginning must not vanish. */
const listedCode = (source: string): string => {
  const lines = source
    .split("\n")
    .map((line) => line.replace(/^ +/, (blanks) => "\u00A0".repeat(blanks.length)));
  return `<p><code>${lines.join("<br/>")}</code></p>`;
};

const blocksOfPlaced = (placed: readonly HeldPiece[]): readonly TextBlock[] => {
  const blocks: TextBlock[] = [];
  let run: TextPiece[] = [];
  const end = () => {
    blocks.push(...blocksOf(run));
    run = [];
  };
  for (const { piece, begins } of placed) {
    if (begins) end();
    run.push(piece);
  }
  end();
  return blocks;
};
