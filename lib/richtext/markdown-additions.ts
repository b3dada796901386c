import type { Token, TokenizerExtensionFunction, TokenizerStartFunction, Tokens } from "marked";
import type { MarkdownAdditions } from "./commonmark-lexer.ts";
import { delimiterRunAt } from "./emphasis.ts";

/** Where something may begin in the rest of a text, whatever stands before; -1 for nowhere. */
type StartOfInline = (rest: string) => number;

interface OwnRules {
  /** Asked before the usual rules. */
  readonly blocks: readonly TokenizerExtensionFunction[];
  readonly inlines: readonly TokenizerExtensionFunction[];
  /** Where the next of `inlines` may begin in the middle of text. */
  readonly startOfInline?: StartOfInline;
}

/** The additions to CommonMark: tables and `~~strikethrough~~`, and rules of one's own. */
export const markdownAdditions = ({ blocks, inlines, startOfInline }: OwnRules): MarkdownAdditions => ({
  block: [...blocks],
  inline: [...inlines, tildes],
  startInline: [startOfTildes, ...(startOfInline ? [startOfInline] : [])].map(onceThrough),
});

const tildes = (source: string, tokens: Token[]): Tokens.Generic | undefined =>
  delimiterRunAt(source, tokens.at(-1)?.raw ?? "", "~");

const startOfTildes: StartOfInline = (rest) => rest.indexOf("~~");

/** What a lexer knows of the text that it reads; undefined at the beginning of each text. */
interface TextLexer {
  known: Map<unknown, number> | undefined;
}

/**
 * The same search, which goes through a text once: marked asks after each token, so that a text would take
 * quadratic time if each search went beyond what the last one found. Known is how far before the end of the
 * text that is; 0 for nothing.
 */
const onceThrough = (start: StartOfInline): TokenizerStartFunction =>
  function (rest) {
    const lexer = this.lexer as unknown as TextLexer;
    const known = lexer.known?.get(start);
    if (known !== undefined && known <= rest.length) return known === 0 ? -1 : rest.length - known;
    const index = start(rest);
    lexer.known ??= new Map();
    lexer.known.set(start, index < 0 ? 0 : rest.length - index);
    return index;
  };
