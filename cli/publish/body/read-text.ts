import type { Token, Tokens } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import { certain } from "#lib/certain.ts";
import { proseFromHtml, scriptLinksIn } from "#lib/richtext/markdown.ts";
import { htmlFromTokens, htmlPieces } from "#lib/richtext/markdown-html.ts";
import { codeFromToken, markdownTokens } from "#lib/richtext/markdown-tokens.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import { removalsBetween } from "#lib/richtext/removals.ts";
import { fragmentsToNowhere } from "./anchors.ts";
import { authorPart, type BlockPlace, type BlockRules } from "./author-part.ts";
import { type BodyPart, plainPart } from "./body-part.ts";
import { dropComments, isMore } from "./comments.ts";
import { embedPart, embedTest } from "./embeds.ts";
import { fencedBlocks, isFenced } from "./fenced.ts";
import { Footnotes, type Note, noteList } from "./footnotes.ts";
import { isEmptyProse, type Prose, readHtmlInText } from "./html-in-text.ts";
import {
  heldTogether,
  holdsHtml,
  htmlOfPlaced,
  nothingTypes,
  type PlacedToken,
  placedTokens,
} from "./html-tokens.ts";
import { keepLines, lostStart, notInside } from "./inner-blocks.ts";
import { resolveLinks } from "./line-of-text.ts";
import { isMeaningless, lossesIn } from "./losses.ts";
import { withMarkdownInside } from "./markdown-in-html.ts";
import { plainSource } from "./mdx.ts";
import { takeOwnId } from "./own-id.ts";
import {
  isImage,
  lostLinks,
  movedPicture,
  type Picture,
  pictureBlock,
  pictureOf,
  pictureProblems,
  picturesIn,
  picturesOf,
} from "./pictures.ts";
import { footnotesPart, noteMarkForm, type ReadyPart, readyPart, takesTables } from "./ready-part.ts";
import { becomeLines, headerText, lostCells, withCaptions } from "./tables.ts";
import { additionsFor } from "./text-additions.ts";
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
) =>
  | { readonly address: string; readonly warnings?: readonly string[] }
  | { readonly problem: string }
  | undefined;

export interface BodyRules extends BlockRules {
  /** The numbers of notes that stand elsewhere, by their labels. */
  readonly notes?: ReadonlyMap<string, number>;
  /** True for MDX, whose statements, expressions and components are left out. */
  readonly isMdx?: boolean;
  /** Absent while it is not known which files there are. */
  readonly linkTo?: LinkTo;
}

/**
 * Reads Markdown as the blocks that the editor API takes: each run of prose is a paragraph, in the form in
 * which the service stores it; each code block and each paragraph of pictures is a block of its own.
 */
export const readText = (markdown: string, firstLine: number, rules: BodyRules): Body => {
  const scriptLinks = new Map<string, string>();
  const isEmbed = embedTest("detail", rules.custom);
  const { text, notes } = plainSource(markdown, { isMdx: rules.isMdx, isEmbed, firstLine });
  const additions = additionsFor(rules);
  const read = markdownTokens(text, scriptLinks, additions);
  if ("problem" in read)
    return {
      ...{ detail: [], removed: [], warnings: [] },
      problems: [{ line: firstLine, message: read.problem.message }],
    };
  const reading = new Reading(rules, read.tokens.some(isMore));
  for (const [raw, href] of scriptLinks)
    reading.removed.push(...lossesIn(scriptLinksIn(text, raw, href), 1).map(from(firstLine)));
  reading.removed.push(...notes.map(from(firstLine)));
  const placed = placedTokens(read.tokens, firstLine);
  for (const { token, line } of placed) reading.define(token, line);
  reading.take(withMarkdownInside(placed, additions));
  return reading.end();
};

const from =
  (firstLine: number) =>
  ({ line, message }: LineProblem): LineProblem => ({ line: line + firstLine - 1, message });

class Reading {
  readonly #sections: Record<SectionName, BodyPart[]> = { overview: [], detail: [] };
  readonly #problems: LineProblem[] = [];
  readonly removed: LineProblem[] = [];
  readonly #warnings: LineProblem[] = [];
  readonly #rules: BodyRules;
  readonly #hasOverview: boolean;
  readonly #allowances = { allowance: partAllowance(), references: partAllowance() };
  readonly #notes: Footnotes;
  readonly #fragments: { readonly line: number; readonly href: string }[] = [];
  #section: SectionName;
  #prose: Prose[] = [];

  constructor(rules: BodyRules, hasOverview: boolean) {
    this.#rules = rules;
    this.#notes = new Footnotes(rules.notes);
    this.#hasOverview = hasOverview;
    this.#section = hasOverview ? "overview" : "detail";
  }

  /** Notes may stand below the text that refers to them. */
  define(token: Token, line: number): void {
    if (token.type === "footnote") this.#notes.define(token as Tokens.Generic, line);
    else for (const [inner, at] of childrenOf(token, line)) this.define(inner, at);
  }

  take(placed: readonly PlacedToken[]): void {
    const tokens = withCaptions(placed, this.#rules.custom?.[this.#section].get("table"));
    const endsGroup = (token: Token): boolean => isMore(token) && this.#section === "overview";
    for (let index = 0; index < tokens.length; ) {
      const count = heldTogether(tokens, index, endsGroup);
      if (count > 1) this.#takeHtml(tokens.slice(index, index + count));
      else this.#takeToken(certain(tokens[index]));
      index += count;
    }
  }

  get #textRules() {
    const linkTo = (address: string, line: number) => this.#targetOf(address, line) ?? address;
    return { removed: this.removed, warnings: this.#warnings, linkTo };
  }

  #takeToken({ token, line, caption }: PlacedToken): void {
    if (nothingTypes.has(token.type)) return;
    if (isMore(token) && this.#section === "overview") {
      this.#endProse();
      this.#section = "detail";
      return;
    }
    // As a link, it would lose its picture.
    if (this.#takeEmbed({ token, line })) return;
    this.#prepare(token, line);
    if (nothingTypes.has(token.type)) return;
    const pictures = picturesOf(token, line);
    if (token.type === "code") this.#takeCode(token as Tokens.Code, line);
    else if (pictures) this.#takePictures(pictures);
    else if (token.type === "table") this.#takeTable(token as Tokens.Table, line, caption);
    else if (!this.#takeReady({ token, line })) this.#takeProse(token, line);
  }

  #takeProse(token: Token, line: number): void {
    if (holdsHtml(token)) this.#takePrepared([{ token, line }]);
    else {
      resolveLinks(token, line, this.#textRules.linkTo);
      this.#prose.push({ line, html: htmlFromTokens([token]), pieces: () => htmlPieces([token], line) });
    }
  }

  /** Successive tokens that raw HTML holds together. */
  #takeHtml(tokens: readonly PlacedToken[]): void {
    for (const { token, line } of tokens) this.#prepare(token, line);
    this.#takePrepared(tokens.filter(({ token }) => !nothingTypes.has(token.type)));
  }

  #takePrepared(tokens: readonly PlacedToken[]): void {
    const parts: ((isMoved: boolean) => void)[] = [];
    const partFor = (token: Token, line: number): number | undefined => {
      const part = this.#partOf(token, line, tokens);
      return part && parts.push(part) - 1;
    };
    const html = htmlOfPlaced(tokens, partFor);
    readHtmlInText(html, tokens[0]?.line ?? 1, {
      ...this.#textRules,
      takesTables: takesTables(this.#rules.custom?.[this.#section]),
      isEmbed: embedTest(this.#section, this.#rules.custom),
      prose: (prose) => void this.#prose.push(prose),
      block: (block, line) => {
        this.#endProse();
        this.#takeBlock(block, { section: this.#section, line, lineOf: () => line, isOurs: true });
      },
      part: (number, isMoved) => parts[number]?.(isMoved),
    });
  }

  /** Takes a block that stands in raw HTML, or a picture that stands in prose. */
  #partOf(
    token: Token,
    line: number,
    tokens: readonly PlacedToken[],
  ): ((isMoved: boolean) => void) | undefined {
    if (isImage(token))
      return (isMoved) => {
        const picture = pictureOf(token, line);
        const isAlone = tokens.every((each) => each.token.type === "paragraph" || each.token.type === "html");
        if (isMoved || !isAlone) this.#warnings.push(movedPicture(picture));
        this.#takePictures([picture]);
      };
    if (tokens.length === 1 || !tokens.some((each) => each.token === token)) return undefined;
    const pictures = picturesOf(token, line);
    if (pictures) return () => this.#takePictures(pictures);
    if (token.type === "code") return () => this.#takeCode(token as Tokens.Code, line);
    return token.type === "table" ? () => this.#takeTable(token as Tokens.Table, line) : undefined;
  }

  end(): Body {
    this.#takeNotes();
    this.#endProse();
    this.removed.push(...this.#notes.lost);
    this.#warnings.push(...fragmentsToNowhere(this.#fragments, this.#sections));
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

  /** Removes comments and numbers footnotes, in the token and all that is inside. */
  #prepare(token: Token, line: number): void {
    this.#problems.push(...dropComments(token, line));
    const lost = [...lostStart(token, line, this.#rules.features), ...lostCells(token, line)];
    this.removed.push(...takeOwnId(token, line), ...lost);
    if (token.type === "link") this.removed.push(...lostLinks(token as Tokens.Link, line));
    if (token.type === "footnoteMark") this.#notes.number(token, this.#section, noteMarkForm(this.#rules));
    for (const [inner, at] of childrenOf(token, line)) this.#prepareInside(inner, at);
  }

  /** Does so inside a list, a quote or a note, where no block can stand. */
  #prepareInside(token: Token, line: number): void {
    this.#prepare(token, line);
    if (token.type === "table") this.#makeLines(token as Tokens.Table, line);
    else if (token.type === "code" && !keepLines(token as Tokens.Code))
      this.#problems.push({ line, message: notInside });
  }

  #targetOf(href: string, line: number): string | undefined {
    if (href.startsWith("#")) this.#fragments.push({ line, href });
    const target = this.#rules.linkTo?.(href);
    if (!target) return undefined;
    if ("problem" in target) {
      this.#problems.push({ line, message: target.problem });
      return undefined;
    }
    this.#warnings.push(...(target.warnings ?? []).map((message) => ({ line, message })));
    return target.address;
  }

  #takePictures(pictures: readonly Picture[]): void {
    this.#endProse();
    this.#problems.push(...pictureProblems(pictures));
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

  /** Takes a token that is a block of the site, and then the pictures in it; false for others. */
  #takeReady(placed: PlacedToken): boolean {
    const { line, caption } = placed;
    if (caption) this.#prepare(caption.token, caption.line);
    const ready = readyPart(placed, this.#rules.custom?.[this.#section], this.#textRules);
    if (!ready) return false;
    this.#endProse();
    this.#takePart(ready, line);
    return true;
  }

  /** Takes a paragraph that is an embed; false for others. */
  #takeEmbed(placed: PlacedToken): boolean {
    const embed = embedPart(placed, this.#section, this.#rules.custom);
    if (!embed) return false;
    this.#endProse();
    this.#takePart(embed, placed.line);
    return true;
  }

  #takePart({ block, lineOf, inner: tokens }: ReadyPart, line: number): void {
    const place = { section: this.#section, line, lineOf, isOurs: true };
    // Notes stand at the end, below the pictures in them.
    if (block.type !== "footnotes") this.#takeBlock(block, place);
    for (const [inner, at] of tokens)
      for (const picture of picturesIn(inner, at)) {
        this.#warnings.push(movedPicture(picture));
        this.#takePictures([picture]);
      }
    if (block.type === "footnotes") this.#takeBlock(block, place);
  }

  #takeTable(table: Tokens.Table, line: number, caption?: PlacedToken): void {
    if (this.#takeReady({ token: table, line, caption })) return;
    this.#makeLines(table, line);
    this.#takeProse(table, line);
  }

  #makeLines(table: Tokens.Table, line: number): void {
    this.removed.push({ line, message: `The formatting table is not kept: ${headerText(table)}` });
    becomeLines(table);
  }

  /** The notes, as a list below the text. */
  #takeNotes(): void {
    const notes: Note[] = [];
    for (const note of this.#notes.numbered()) {
      for (const token of note.tokens) this.#prepareInside(token, note.line);
      notes.push(note);
    }
    const [first] = notes;
    if (!first) return;
    if (noteMarkForm(this.#rules).isLinked) {
      this.#takeFootnotes(notes);
      return;
    }
    const { features } = this.#rules;
    const { line } = first;
    const { tokens, pieces } = noteList(notes, features.includes("ol"));
    const rule = this.#prose.length > 0 && features.includes("hr") ? [{ type: "hr", raw: "" } as Token] : [];
    const all = [...rule, ...tokens];
    if (all.some(holdsHtml)) this.#takePrepared(all.map((token) => ({ token, line })));
    else {
      for (const note of notes)
        for (const token of note.tokens) resolveLinks(token, note.line, this.#textRules.linkTo);
      this.#prose.push({ line, html: htmlFromTokens(all), pieces: () => pieces });
    }
  }

  /** The notes as a block of each section that refers to them. */
  #takeFootnotes(notes: readonly Note[]): void {
    this.#endProse();
    for (const section of sectionNames) {
      this.#section = section;
      const own = notes.filter((note) => note.section === section);
      if (own.length === 0) continue;
      this.#takePart(footnotesPart(own, this.#textRules), own[0]?.line ?? 1);
    }
  }

  #add(part: BodyPart): void {
    this.#sections[this.#section].push(part);
  }

  #endProse(): void {
    const prose = this.#prose;
    this.#prose = [];
    const [first] = prose;
    if (!first) return;
    const html = prose.map((each) => each.html).join("");
    const written = proseFromHtml(html, this.#rules.features, this.#allowances);
    if ("problem" in written) {
      this.#problems.push({ line: first.line, message: written.problem.message });
      return;
    }
    const pieces = prose.flatMap((each) => [...each.pieces()]);
    const removals = removalsBetween(pieces, written.html).filter((removal) => !isMeaningless(removal));
    this.removed.push(...lossesIn(removals, first.line));
    if (!isEmptyProse(written.html))
      this.#add(plainPart(first.line, { type: "paragraph", value: written.html }));
  }
}
