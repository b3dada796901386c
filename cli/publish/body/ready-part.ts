import type { Token, Tokens } from "marked";
import type { CustomBlock } from "#lib/blocks/custom-block.ts";
import { readyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import type { BlockRules } from "./author-part.ts";
import { calloutIn } from "./callouts.ts";
import type { Note } from "./footnotes.ts";
import { type PlacedToken, placedTokens } from "./html-tokens.ts";
import { type LinkedTextRules, lineOfText, resolveLinks, richTextOf } from "./line-of-text.ts";
import { isReadyTable, lineInTable, readyTable, tableValue } from "./tables.ts";
import { childrenOf } from "./token-children.ts";

/** A block that a token of Markdown is, and the tokens in it, whose pictures stand below the block. */
export interface ReadyPart {
  readonly block: { readonly type: string; readonly value: unknown };
  readonly lineOf: (path: readonly string[]) => number;
  readonly inner: readonly (readonly [Token, number])[];
}

/** Undefined for a token that is no such block, or one that the site does not take. */
export const readyPart = (
  placed: PlacedToken,
  blocks: ReadonlyMap<string, CustomBlock> | undefined,
  rules: LinkedTextRules,
): ReadyPart | undefined => {
  const { type } = placed.token;
  if (type === "table") return tablePart(placed, blocks?.get("table"), rules);
  return type === "blockquote" && takesCallouts(blocks) ? calloutPart(placed, rules) : undefined;
};

export const takesCallouts = (blocks: ReadonlyMap<string, CustomBlock> | undefined): boolean =>
  blocks?.get("callout") === readyBlocks.callout.declaration;

const tablePart = (
  { token, line, caption }: PlacedToken,
  block: CustomBlock | undefined,
  rules: LinkedTextRules,
): ReadyPart | undefined => {
  const table = token as Tokens.Table;
  if (block && !isReadyTable(block)) resolveLinks(table, line, rules.linkTo);
  const value = isReadyTable(block)
    ? readyTable({ table, line, caption }, (tokens, at) => lineOfText(tokens, at, rules))
    : tableValue(block, table);
  if (value === undefined) return undefined;
  const inner = [...childrenOf(table, line), ...(caption ? [[caption.token, caption.line] as const] : [])];
  return { block: { type: "table", value }, lineOf: (path) => lineInTable(line, path), inner };
};

const calloutPart = ({ token, line }: PlacedToken, rules: LinkedTextRules): ReadyPart | undefined => {
  const callout = calloutIn(token);
  if (!callout) return undefined;
  const { kind, title, tokens } = callout;
  const inner = childrenOf(token, line);
  const lines = new Map(inner);
  // The paragraph of the head, without the head, begins a line lower.
  const placed = tokens.map((each) => ({ token: each, line: lines.get(each) ?? line + 1 }));
  const value = { kind, title: lineOfText(title, line, rules), text: richTextOf(placed, rules) };
  return { block: { type: "callout", value }, lineOf: () => line, inner };
};

export const takesFootnotes = (blocks: ReadonlyMap<string, CustomBlock> | undefined): boolean =>
  blocks?.get("footnotes") === readyBlocks.footnotes.declaration;

/** Notes as a block; pictures in them stand above it. */
export const footnotesPart = (notes: readonly Note[], rules: LinkedTextRules): ReadyPart => {
  const placedOf = ({ tokens, line }: Note) => placedTokens(tokens, line);
  const value = notes.map((note) => ({ label: note.label, text: richTextOf(placedOf(note), rules) }));
  return {
    block: { type: "footnotes", value },
    lineOf: ([, index]) => notes[Number(index)]?.line ?? notes[0]?.line ?? 1,
    inner: notes.flatMap((note) => placedOf(note).map(({ token, line }) => [token, line] as const)),
  };
};

/** How marks of footnotes are written on a site. */
export const noteMarkForm = ({ features, custom }: BlockRules) => ({
  isLinked: features.includes("link") && takesFootnotes(custom?.detail),
  hasSuperscript: features.includes("superscript"),
});

export const takesTables = (blocks: ReadonlyMap<string, CustomBlock> | undefined): boolean =>
  isReadyTable(blocks?.get("table"));
