import {
  Lexer,
  type Token,
  Tokenizer,
  type TokenizerExtensionFunction,
  type TokenizerStartFunction,
  type Tokens,
} from "marked";
import { certain } from "#lib/certain.ts";
import { runsScript } from "./address-schemes.ts";
import { resolveReferences } from "./character-references.ts";
import { quotedLines, takeListLines } from "./container-lines.ts";
import { delimiterRunAt, pairDelimiterRuns } from "./emphasis.ts";
import { maximumDepth, tooDeep } from "./problem.ts";
import { MarkdownRefused, ReadingLimits } from "./reading-limits.ts";

/**
 * The block tokens of `source`, read as CommonMark without extensions. Script-like links are left as text.
 * Emphasis and quotes with lazy lines are read in linear time, where marked would take quadratic time; what
 * else would take long, or is nested deeper than 100, is refused as {@link MarkdownRefused}. `scriptLinks`
 * gets the script-like links, as they are written, with their addresses.
 */
export function commonmarkTokens(
  source: string,
  scriptLinks?: Map<string, string>,
  additions?: MarkdownAdditions,
): Token[] {
  const limits = new ReadingLimits(source);
  limits.takeLines(linesIn(source));
  return new CommonmarkLexer(limits, scriptLinks, additions).lex(source);
}

/** Rules beside those of CommonMark, as marked takes them, and tables (`markdownAdditions`). */
export interface MarkdownAdditions {
  readonly block: TokenizerExtensionFunction[];
  readonly inline: TokenizerExtensionFunction[];
  readonly startInline: TokenizerStartFunction[];
}

class CommonmarkLexer extends Lexer {
  readonly #limits: ReadingLimits;
  #isInLink = false;
  /** The source from a link on, until its text is read; empty for no link. */
  link = "";
  /** What additions know of the text that is read. */
  known: Map<unknown, number> | undefined;

  constructor(
    limits: ReadingLimits,
    scriptLinks: Map<string, string> | undefined,
    additions: MarkdownAdditions | undefined,
  ) {
    const tokenizer = new CommonmarkTokenizer(limits, scriptLinks);
    super({
      gfm: false,
      tokenizer,
      extensions: {
        ...{ renderers: {}, childTokens: {}, ...additions },
        inline: [...(additions?.inline ?? []), delimiterRun],
      },
    });
    if (additions) {
      const { paragraph, table } = Lexer.rules.block.gfm;
      tokenizer.rules.block = { ...tokenizer.rules.block, paragraph, table };
    }
    this.#limits = limits;
  }

  override blockTokens<T extends Token[] = Token[]>(source: string, tokens?: T, isClipped?: boolean): T {
    return this.#limits.inText(() => super.blockTokens(source, tokens, isClipped) as T);
  }

  override inlineTokens(given: string, tokens: Token[] = []): Token[] {
    // marked takes backslashes off the brackets in a link before it reads what is in it.
    const source = this.link ? textOfLink(this.link, given) : given;
    this.link = "";
    if (!this.#isInLink) this.#limits.takeMarks(source);
    this.#limits.takeText(source);
    const outer = this.#isInLink;
    const { known } = this;
    this.#isInLink = true;
    this.known = undefined;
    super.inlineTokens(source, tokens);
    this.#isInLink = outer;
    this.known = known;
    pairDelimiterRuns(tokens);
    return tokens;
  }
}

function delimiterRun(source: string, tokens: Token[]): Tokens.Generic | undefined {
  return delimiterRunAt(source, tokens.at(-1)?.raw ?? "");
}

/** The text of a link as its source has it; `given` is without backslashes before brackets. */
const textOfLink = (source: string, given: string): string => {
  const start = source.indexOf("[") + 1;
  let end = start;
  for (let at = 0; at < given.length; at++) end += source[end] === given[at] ? 1 : 2;
  return source.slice(start, end);
};

class CommonmarkTokenizer extends Tokenizer {
  readonly #limits: ReadingLimits;
  readonly #scriptLinks: Map<string, string> | undefined;
  #depth = 0;

  constructor(limits: ReadingLimits, scriptLinks: Map<string, string> | undefined) {
    super();
    this.#limits = limits;
    this.#scriptLinks = scriptLinks;
  }

  /** Asked first wherever a block may begin. */
  override space(source: string): Tokens.Space | undefined {
    const space = super.space(source);
    if (space === undefined) this.#limits.takeParts();
    return space;
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    const quote = quotedLines(source, this.rules);
    if (quote === undefined) return undefined;
    this.#limits.takeLines(linesIn(quote.content));
    const { top } = this.lexer.state;
    this.lexer.state.top = true;
    const tokens = this.#nested(() => this.lexer.blockTokens(quote.content, []));
    this.lexer.state.top = top;
    return { type: "blockquote", raw: quote.raw, text: quote.content, tokens };
  }

  override list(source: string): Tokens.List | undefined {
    if (!this.rules.block.list.test(source)) return undefined;
    if (source.length <= this.#limits.afterLists) {
      this.#limits.afterLists = takeListLines(source, this.rules, this.#limits);
    }
    const list = this.#nested(() => super.list(source));
    this.#limits.takeParts(list?.items.length ?? 0);
    return list;
  }

  override table(source: string): Tokens.Table | undefined {
    const found = this.rules.block.table.exec(source);
    // marked fills each row up to the length of the first.
    if (found) this.#limits.takeParts(certain(found[2]).split("|").length * linesIn(found[3] ?? ""));
    return super.table(source);
  }

  override lheading(source: string): Tokens.Heading | undefined {
    // In items, marked reads each line of a paragraph as if one began.
    if (this.lexer.state.top) return super.lheading(source);
    const length = paragraphLength(source);
    this.#limits.takeLookahead(length);
    if (source.length > this.#limits.afterPlainLines) return undefined;
    if (!underline.test(source.slice(0, length + 1))) {
      this.#limits.afterPlainLines = source.length - length;
      return undefined;
    }
    this.#limits.takeLookahead(4 * length);
    return super.lheading(source);
  }

  override def(source: string): Tokens.Def | undefined {
    return this.#withoutScript(super.def(source));
  }

  override link(source: string): Tokens.Link | Tokens.Image | undefined {
    const { linkEmitted } = this.lexer.state;
    const link = this.#counted(this.#withoutScript(this.#read(source, () => super.link(source))));
    // A link that stays text must not keep the text around it from being a link.
    if (link === undefined) this.lexer.state.linkEmitted = linkEmitted;
    return link;
  }

  override reflink(
    source: string,
    links: Parameters<Tokenizer["reflink"]>[1],
  ): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    return this.#counted(this.#read(source, () => super.reflink(source, links)));
  }

  override autolink(source: string): Tokens.Link | undefined {
    return this.#counted(this.#withoutScript(super.autolink(source)));
  }

  #read<T>(source: string, read: () => T): T {
    const lexer = this.lexer as CommonmarkLexer;
    lexer.link = source;
    const result = read();
    lexer.link = "";
    return result;
  }

  #counted<T extends Token | undefined>(token: T): T {
    if (token?.type === "link") this.#limits.takeAddress(token.href);
    return token;
  }

  /**
   * Gives nothing instead of a link that would run a script or open a file; what was read then stays
   * text.
   */
  #withoutScript<T extends Tokens.Def | Tokens.Link | Tokens.Image>(link: T | undefined): T | undefined {
    if (link === undefined || !runsScript(resolveReferences(link.href))) return link;
    if (link.type !== "image") this.#scriptLinks?.set(link.raw.trim(), link.href);
    return undefined;
  }

  #nested<T>(read: () => T): T {
    if (this.#depth > maximumDepth) throw new MarkdownRefused(tooDeep);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }
}

function linesIn(text: string): number {
  return text.split("\n").length;
}

/** Makes a heading of the line before. */
const underline = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;

function paragraphLength(source: string): number {
  const end = source.indexOf("\n\n");
  return end === -1 ? source.length : end;
}
