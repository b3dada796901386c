import type { Token, Tokens } from "marked";
import { resolveReferences } from "./character-references.ts";
import { commonmarkTokens, type MarkdownAdditions } from "./commonmark-lexer.ts";
import { brokenCharacters, type RichTextProblem } from "./problem.ts";
import { MarkdownRefused } from "./reading-limits.ts";

/** A code block, as posts hold it. */
export interface MarkdownCode {
  readonly type: "code";
  readonly value: { readonly language: string; readonly source: string };
}

/** The tokens of {@link commonmarkTokens}, or the reason why the text is refused. */
export function markdownTokens(
  source: string,
  scriptLinks?: Map<string, string>,
  additions?: MarkdownAdditions,
): { readonly tokens: readonly Token[] } | { readonly problem: RichTextProblem } {
  if (!source.isWellFormed()) return { problem: brokenCharacters };
  try {
    return { tokens: commonmarkTokens(source.replaceAll("\0", "\uFFFD"), scriptLinks, additions) };
  } catch (error) {
    if (error instanceof MarkdownRefused) return { problem: error.problem };
    throw error;
  }
}

/** A code block of its tokens. */
export function codeFromToken({ lang = "", text }: Tokens.Code): MarkdownCode {
  const [word = ""] = resolveReferences(lang).split(/\s/);
  return { type: "code", value: { language: word || "text", source: text.replace(/\n$/, "") } };
}
