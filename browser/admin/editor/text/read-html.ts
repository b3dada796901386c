import type { Mark, Node, Schema } from "prosemirror-model";
import { lineBreak, type Piece } from "#lib/richtext/inline-text.ts";
import { type Block, type ListItem, outlineOf } from "#lib/richtext/outline.ts";
import { attributesIn, markupOf, namedCharacters } from "#lib/richtext/source/markup.ts";
import { formattingMarks } from "./schema.ts";

/**
 * Rich text as the service reads it: flat markup, in which each tag stands by itself (`lib/richtext`), then
 * its outline, then nodes.
 */

/** The nodes of rich text; undefined if it holds what cannot be edited here. */
export const nodesOfHtml = (
  html: string,
  schema: Schema,
  features: readonly string[],
): readonly Node[] | undefined => {
  const markup = markupOf(html, features);
  return markup === undefined ? undefined : nodesOfMarkup(markup, schema);
};

/** The nodes of flat markup, whose elements are all allowed; undefined if they are nested too deep. */
export const nodesOfMarkup = (markup: string, schema: Schema): readonly Node[] | undefined => {
  const outline = outlineOf(markup);
  if ("problem" in outline) return undefined;
  const reading = { schema, types: schema.nodes };
  return outline.blocks.map((block) => nodeOf(block, reading));
};

interface Reading {
  readonly schema: Schema;
  readonly types: Schema["nodes"];
}

const nodeOf = (block: Block, reading: Reading): Node => {
  const { types } = reading;
  switch (block.kind) {
    case "line": {
      const content = inlineNodes(block.pieces, reading);
      if (block.name === "p") return types.paragraph!.create({ key: block.key }, content);
      return types.heading!.create({ key: block.key, level: Number(block.name.slice(1)) }, content);
    }
    case "rule":
      return types.rule!.create();
    case "list": {
      const type = block.name === "ol" ? types.ordered_list : types.bullet_list;
      const start = Number(/\d+/.exec(block.start)?.[0] ?? 1);
      const attrs = block.name === "ol" ? { start } : null;
      return type!.create(
        attrs,
        block.items.map((item) => itemNode(item, reading)),
      );
    }
    case "quote":
      return types.quote!.create(
        { key: block.key },
        block.content.map((inner) => nodeOf(inner, reading)),
      );
  }
};

const itemNode = ({ key, content }: ListItem, reading: Reading): Node => {
  const { types } = reading;
  const nodes = content.map((block) =>
    block.kind === "line"
      ? types.paragraph!.create(null, inlineNodes(block.pieces, reading))
      : nodeOf(block, reading),
  );
  if (nodes[0]?.type !== types.paragraph) nodes.unshift(types.paragraph!.create());
  return types.item!.create({ key }, nodes);
};

const inlineNodes = (pieces: readonly Piece[], { schema, types }: Reading): readonly Node[] => {
  const made: Node[] = [];
  let before: { readonly wrapping: unknown; readonly mark: Mark } | undefined;
  for (const { text, wrappings } of pieces) {
    let marks: readonly Mark[] = [];
    let link: typeof before;
    for (const wrapping of wrappings) {
      const mark = markOf(wrapping.start, schema);
      if (mark === undefined) continue;
      if (mark.type.name !== "link") {
        marks = mark.addToSet(marks);
        continue;
      }
      if (before?.wrapping === wrapping) link = before;
      else {
        const part = before && before.mark.attrs.part === 0 ? 1 : 0;
        link = { wrapping, mark: mark.type.create({ ...mark.attrs, part }) };
      }
      marks = link.mark.addToSet(marks);
    }
    before = link;
    made.push(
      text === lineBreak ? types.break!.create(null, null, marks) : schema.text(unescaped(text), marks),
    );
  }
  return made;
};

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (all, name: string) => namedCharacters[name] ?? all);

const featureOfTag = new Map<string, string>(
  formattingMarks.map(({ feature, tags }) => [`<${tags[0]}>`, feature] as const),
);

const markOf = (start: string, schema: Schema): Mark | undefined => {
  const feature = featureOfTag.get(start);
  if (feature !== undefined) return schema.marks[feature]?.create();
  const { href = "", linktype: kind = "", id = "" } = attributesIn(start);
  return schema.marks.link?.create({ href, kind, id });
};
