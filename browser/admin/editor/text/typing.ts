import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { MarkType, Schema } from "prosemirror-model";
import type { Plugin } from "prosemirror-state";
import { mayBeLinked } from "#lib/richtext/address-schemes.ts";
import { insertBlock } from "./commands.ts";
import { headingLevels } from "./schema.ts";

/** Markdown as one types it. */
export const markdownTyping = (schema: Schema, features: readonly string[]): Plugin => {
  const { heading, quote, bullet_list, ordered_list, listing, rule } = schema.nodes;
  const { bold, italic, code, strikethrough, link } = schema.marks;
  const levels = headingLevels(features);
  const rules: InputRule[] = [
    ...(heading
      ? levels.map((level) => textblockTypeInputRule(new RegExp(`^#{${level}}\\s$`), heading, { level }))
      : []),
    ...(quote ? [wrappingInputRule(/^>\s$/, quote)] : []),
    ...(bullet_list ? [wrappingInputRule(/^[-*+]\s$/, bullet_list)] : []),
    ...(ordered_list
      ? [
          ordered_list.spec.attrs?.start
            ? wrappingInputRule(
                /^(\d{1,9})[.)]\s$/,
                ordered_list,
                ([, number]) => ({ start: Number(number) }),
                ([, number], node) => node.childCount + Number(node.attrs.start) === Number(number),
              )
            : wrappingInputRule(/^1[.)]\s$/, ordered_list),
        ]
      : []),
    ...(listing ? [typedListing(schema)] : []),
    ...(rule ? [typedRule(schema)] : []),
    ...(bold
      ? [
          typedMark(/(?:^|[^*\w])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, bold),
          typedMark(/(?:^|[^_\w])__([^_\s](?:[^_]*[^_\s])?)__$/, bold),
        ]
      : []),
    ...(italic
      ? [
          typedMark(/(?:^|[^*\w])\*([^*\s](?:[^*]*[^*\s])?)\*$/, italic),
          typedMark(/(?:^|[^_\w])_([^_\s](?:[^_]*[^_\s])?)_$/, italic),
        ]
      : []),
    ...(strikethrough ? [typedMark(/(?:^|[^~])~~([^~\s](?:[^~]*[^~\s])?)~~$/, strikethrough)] : []),
    ...(code ? [typedMark(/(?:^|[^`])`([^`]+)`$/, code)] : []),
    ...(link && features.includes("link") ? [typedLink(link)] : []),
  ];
  return inputRules({ rules });
};

/** Text between signs: the signs go, and what they enclose gets the mark. */
const typedMark = (pattern: RegExp, type: MarkType): InputRule =>
  new InputRule(
    pattern,
    ({ tr }, [all = "", inner = ""], start, end) => {
      const signs = all.lastIndexOf(inner);
      const width = all.length - signs - inner.length;
      const from = start + signs - width;
      // The last sign is not in the document yet.
      const closing = end - (width - 1);
      tr.delete(closing, end).delete(from, from + width);
      const to = from + inner.length;
      return tr.addMark(from, to, type.create()).removeStoredMark(type);
    },
    { inCodeMark: false },
  );

const typedLink = (type: MarkType): InputRule =>
  new InputRule(
    /\[([^[\]]+)\]\(([^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)$/,
    ({ tr, doc }, [all = "", words = "", href = ""], start, end) => {
      if (!mayBeLinked(href) || doc.textBetween(start, end) !== all.slice(0, -1)) return null;
      tr.delete(start + 1 + words.length, end).delete(start, start + 1);
      return tr.addMark(start, start + words.length, type.create({ href })).removeStoredMark(type);
    },
    { inCodeMark: false },
  );

const typedRule = (schema: Schema): InputRule =>
  new InputRule(/^(?:---|\*\*\*|___)$/, ({ tr, selection }, _, start, end) => {
    if (selection.$from.depth !== 1) return null;
    return insertBlock(tr.delete(start, end), schema.nodes.rule!.create());
  });

const typedListing = (schema: Schema): InputRule =>
  new InputRule(/^(?:```|~~~)([\w+#.-]*)\s$/, ({ tr, selection }, [, language], start, end) => {
    if (selection.$from.depth !== 1) return null;
    const node = schema.nodes.listing!.create({ language: language || "text" });
    return insertBlock(tr.delete(start, end), node);
  });
