import type { Token, Tokens } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import { codeFromToken, markdownTokens, proseFromTokens, scriptLinksIn } from "#lib/richtext/markdown.ts";
import { htmlPieces, lineBreaksIn } from "#lib/richtext/markdown-html.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import { type HtmlPiece, removalsBetween } from "#lib/richtext/removals.ts";
import { authorPart, type BlockPlace, type BlockRules } from "./author-part.ts";
import { type BodyPart, plainPart } from "./body-part.ts";
import { dropComments, isMore } from "./comments.ts";
import { fencedBlocks, fencedWord } from "./fenced.ts";
import { Footnotes, footnoteBlock, footnoteMark, noteList } from "./footnotes.ts";
import { lossesIn } from "./losses.ts";
import {
  lostCaptions,
  type Picture,
  pictureBlock,
  pictureProblems,
  picturesOf,
  strayPictures,
} from "./pictures.ts";
import { headerText, tableLines, tableValue } from "./tables.ts";
import { childrenOf } from "./token-children.ts";

/** The text below the front matter of a file. Lines are those of the file. */
export interface Body {
  /** Absent unless `<!--more-->` says where it ends. */
  readonly overview?: readonly BodyPart[];
  readonly detail: readonly BodyPart[];
  readonly problems: readonly LineProblem[];
  /** Formatting that the site does not keep. */
  readonly removed: readonly LineProblem[];
  readonly warnings: readonly LineProblem[];
}

/** Resolves a link to a file: its address, the reason why it leads nowhere, or neither for other links. */
export type LinkTo = (
  address: string,
) => { readonly address: string; readonly warning?: string } | { readonly problem: string } | undefined;

export interface BodyRules extends BlockRules {
  /** Absent while it is not known which files there are. */
  readonly linkTo?: LinkTo;
}

/**
 * Reads Markdown as the blocks that the editor API takes: each run of prose is a paragraph, in the form in
 * which the service stores it; each code block and each paragraph of pictures is a block of its own.
 */
export const readText = (markdown: string, firstLine: number, rules: BodyRules): Body => {
  const scriptLinks = new Map<string, string>();
  const additions = { blocks: [footnoteBlock], inlines: [footnoteMark] };
  const read = markdownTokens(markdown, scriptLinks, additions);
  if ("problem" in read)
    return {
      ...{ detail: [], removed: [], warnings: [] },
      problems: [{ line: firstLine, message: read.problem.message }],
    };
  const reading = new Reading(rules, read.tokens.some(isMore));
  for (const [raw, href] of scriptLinks)
    reading.removed.push(...lossesIn(scriptLinksIn(markdown, raw, href), 1).map(from(firstLine)));
  let line = firstLine;
  const placed = read.tokens.map((token) => {
    const at = line;
    line += lineBreaksIn(token.raw);
    return { token, line: at };
  });
  for (const { token, line } of placed) reading.define(token, line);
  for (const { token, line } of placed) reading.take(token, line);
  return reading.end();
};

const from =
  (firstLine: number) =>
  ({ line, message }: LineProblem): LineProblem => ({ line: line + firstLine - 1, message });

interface Prose {
  readonly line: number;
  readonly tokens: readonly Token[];
  readonly pieces: () => Iterable<HtmlPiece>;
}

class Reading {
  readonly #sections: Record<SectionName, BodyPart[]> = { overview: [], detail: [] };
  readonly #problems: LineProblem[] = [];
  readonly removed: LineProblem[] = [];
  readonly #warnings: LineProblem[] = [];
  readonly #rules: BodyRules;
  readonly #hasOverview: boolean;
  readonly #allowances = { allowance: partAllowance(), references: partAllowance() };
  readonly #notes = new Footnotes();
  #section: SectionName;
  #prose: Prose[] = [];

  constructor(rules: BodyRules, hasOverview: boolean) {
    this.#rules = rules;
    this.#hasOverview = hasOverview;
    this.#section = hasOverview ? "overview" : "detail";
  }

  /** Notes may stand below the text that refers to them. */
  define(token: Token, line: number): void {
    if (token.type === "footnote") this.#notes.define(token as Tokens.Generic, line);
    else for (const [inner, at] of childrenOf(token, line)) this.define(inner, at);
  }

  take(token: Token, line: number): void {
    if (token.type === "space" || token.type === "def" || token.type === "footnote") return;
    if (isMore(token) && this.#section === "overview") {
      this.#endProse();
      this.#section = "detail";
      return;
    }
    this.#prepare(token, line);
    if ((token.type as string) === "comment") return;
    const pictures = picturesOf(token, line);
    if (token.type === "code") this.#takeCode(token as Tokens.Code, line);
    else if (pictures) this.#takePictures(pictures);
    else if (token.type === "table") this.#takeTable(token as Tokens.Table, line);
    else {
      this.#problems.push(...strayPictures(token, line));
      this.#addProse(token, line);
    }
  }

  end(): Body {
    this.#takeNotes();
    this.#endProse();
    this.removed.push(...this.#notes.lost);
    const byLine = (one: LineProblem, other: LineProblem): number => one.line - other.line;
    const { overview, detail } = this.#sections;
    return {
      ...(this.#hasOverview && { overview }),
      detail,
      problems: this.#problems.sort(byLine),
      removed: this.removed.sort(byLine),
      warnings: this.#warnings.sort(byLine),
    };
  }

  #addProse(token: Token, line: number): void {
    this.#prose.push({ line, tokens: [token], pieces: () => htmlPieces([token], line) });
  }

  /** Removes comments, resolves links to files and numbers footnotes, in the token and all that is inside. */
  #prepare(token: Token, line: number): void {
    this.#problems.push(...dropComments(token, line));
    if (token.type === "link") this.#resolveLink(token as Tokens.Link, line);
    else if (token.type === "footnoteMark")
      this.#notes.number(token, this.#rules.features.includes("superscript"));
    for (const [inner, at] of childrenOf(token, line)) this.#prepareInside(inner, at);
  }

  /** Does so inside a list, a quote or a note, where no block can stand. */
  #prepareInside(token: Token, line: number): void {
    this.#prepare(token, line);
    if (token.type === "table") this.#makeLines(token as Tokens.Table, line);
    else if (token.type === "code" && isFenced(token as Tokens.Code))
      this.#problems.push({
        line,
        message: "A lectern block stands by itself, not in a list, quote or note.",
      });
  }

  #resolveLink(link: Tokens.Link, line: number): void {
    const target = this.#rules.linkTo?.(link.href);
    if (!target) return;
    if ("problem" in target) this.#problems.push({ line, message: target.problem });
    else {
      link.href = target.address;
      if (target.warning !== undefined) this.#warnings.push({ line, message: target.warning });
    }
  }

  #takePictures(pictures: readonly Picture[]): void {
    this.#endProse();
    this.#problems.push(...pictureProblems(pictures));
    this.removed.push(...lostCaptions(pictures));
    this.#add(pictureBlock(pictures));
  }

  #takeCode(token: Tokens.Code, line: number): void {
    this.#endProse();
    if (isFenced(token)) this.#takeFenced(token, line);
    else this.#takeBlock(codeFromToken(token), { section: this.#section, line, lineOf: () => line });
  }

  #takeFenced({ text }: Tokens.Code, line: number): void {
    const read = fencedBlocks(text, line + 1);
    if ("problem" in read) this.#problems.push(read.problem);
    else
      for (const { block, ...place } of read.blocks)
        this.#takeBlock(block, { section: this.#section, ...place });
  }

  #takeBlock(block: unknown, place: BlockPlace): void {
    const { part, problems, removed, warnings } = authorPart(
      block,
      place,
      this.#rules,
      this.#allowances.allowance,
    );
    this.#problems.push(...problems);
    this.removed.push(...removed);
    this.#warnings.push(...warnings);
    this.#add(part);
  }

  #takeTable(table: Tokens.Table, line: number): void {
    this.#problems.push(...strayPictures(table, line));
    const value = tableValue(this.#rules.custom?.[this.#section].get("table"), table);
    if (value === undefined) {
      this.#makeLines(table, line);
      this.#addProse(table, line);
      return;
    }
    this.#endProse();
    this.#takeBlock({ type: "table", value }, { section: this.#section, line, lineOf: () => line });
  }

  #makeLines(table: Tokens.Table, line: number): void {
    this.removed.push({ line, message: `The formatting table is not kept: ${headerText(table)}` });
    const lines = tableLines(table);
    for (const name of Object.keys(table)) delete (table as Tokens.Generic)[name];
    Object.assign(table, lines);
  }

  /** The notes, as a list below the text. */
  #takeNotes(): void {
    const notes: { readonly tokens: readonly Token[]; readonly line: number; readonly label: string }[] = [];
    for (const note of this.#notes.numbered()) {
      for (const token of note.tokens) {
        this.#prepareInside(token, note.line);
        this.#problems.push(...strayPictures(token, note.line));
      }
      notes.push(note);
    }
    const [first] = notes;
    if (!first) return;
    const { features } = this.#rules;
    const { tokens, pieces } = noteList(notes, features.includes("ol"));
    const rule = this.#prose.length > 0 && features.includes("hr") ? [{ type: "hr", raw: "" } as Token] : [];
    this.#prose.push({ line: first.line, tokens: [...rule, ...tokens], pieces: () => pieces });
  }

  #add(part: BodyPart): void {
    this.#sections[this.#section].push(part);
  }

  #endProse(): void {
    const prose = this.#prose;
    this.#prose = [];
    const [first] = prose;
    if (!first) return;
    const tokens = prose.flatMap(({ tokens }) => tokens);
    const written = proseFromTokens(tokens, this.#rules.features, this.#allowances);
    if ("problem" in written) {
      this.#problems.push({ line: first.line, message: written.problem.message });
      return;
    }
    const pieces = prose.flatMap((each) => [...each.pieces()]);
    this.removed.push(...lossesIn(removalsBetween(pieces, written.html), first.line));
    this.#add(plainPart(first.line, { type: "paragraph", value: written.html }));
  }
}

const isFenced = ({ lang }: Tokens.Code): boolean => lang?.split(/\s/)[0] === fencedWord;
