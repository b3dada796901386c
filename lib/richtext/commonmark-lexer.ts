import { Lexer, type Token, Tokenizer, type Tokens } from "marked";
import { resolveReferences } from "./character-references.ts";
import { delimiterRunAt, pairDelimiterRuns } from "./emphasis.ts";
import { maximumDepth } from "./problem.ts";
import { quotedLines } from "./quoted-lines.ts";

/** Thrown while Markdown is read that nests quotes and lists deeper than 100. */
export class MarkdownTooDeep extends Error {}

/**
 * The block tokens of `source`, read as CommonMark without extensions. Where marked would take quadratic time or worse,
 * for emphasis and for block quotes with lazy lines, this reads in linear time. Script-like links are left as text.
 */
export function commonmarkTokens(source: string): Token[] {
  return new CommonmarkLexer().lex(source);
}

class CommonmarkLexer extends Lexer {
  constructor() {
    super({
      gfm: false,
      tokenizer: new CommonmarkTokenizer(),
      extensions: { inline: [delimiterRun], renderers: {}, childTokens: {} },
    });
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    super.inlineTokens(source, tokens);
    pairDelimiterRuns(tokens);
    return tokens;
  }
}

function delimiterRun(source: string, tokens: Token[]): Tokens.Generic | undefined {
  return delimiterRunAt(source, tokens.at(-1)?.raw ?? "");
}

class CommonmarkTokenizer extends Tokenizer {
  #depth = 0;

  override blockquote(source: string): Tokens.Blockquote | undefined {
    const quote = quotedLines(source, this.rules);
    if (quote === undefined) return undefined;
    const { top } = this.lexer.state;
    this.lexer.state.top = true;
    const tokens = this.#nested(() => this.lexer.blockTokens(quote.content, []));
    this.lexer.state.top = top;
    return { type: "blockquote", raw: quote.raw, text: quote.content, tokens };
  }

  override list(source: string): Tokens.List | undefined {
    return this.rules.block.list.test(source) ? this.#nested(() => super.list(source)) : undefined;
  }

  override def(source: string): Tokens.Def | undefined {
    return withoutScript(super.def(source));
  }

  override link(source: string): Tokens.Link | Tokens.Image | undefined {
    const { linkEmitted } = this.lexer.state;
    const link = withoutScript(super.link(source));
    // A link that stays text must not keep the text around it from being a link.
    if (link === undefined) this.lexer.state.linkEmitted = linkEmitted;
    return link;
  }

  override autolink(source: string): Tokens.Link | undefined {
    return withoutScript(super.autolink(source));
  }

  #nested<T>(read: () => T): T {
    if (this.#depth > maximumDepth) throw new MarkdownTooDeep();
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }
}

/** Nothing instead of a link that would run a script or open a file; what was read then stays text. */
function withoutScript<T extends { readonly href: string }>(link: T | undefined): T | undefined {
  if (link === undefined) return undefined;
  const address = resolveReferences(link.href).trim().toLowerCase();
  const isImageData = /^data:image\/(?:gif|png|jpeg|webp);/.test(address);
  return /^(?:javascript|vbscript|file|data):/.test(address) && !isImageData ? undefined : link;
}
