import type { Mark, Node, Schema } from "prosemirror-model";
import { mayBeLinked } from "#lib/richtext/address-schemes.ts";
import { elementNames } from "#lib/richtext/element-names.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { htmlTokens, voidElements } from "#lib/richtext/html-tokens.ts";
import { lineBreak, type Piece } from "#lib/richtext/inline-text.ts";
import { type Block, type ListItem, outlineOf } from "#lib/richtext/outline.ts";
import { formattingMarks } from "./schema.ts";

/**
 * Rich text as the service reads it: flat markup, in which each tag stands by itself (`lib/richtext`), then
 * its outline, then nodes.
 */

/** Text in flat markup. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));

/** The value of an attribute in markup. */
const escapeValue = (value: string): string => escapeText(value).replaceAll('"', "&quot;");

const named: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" },
};

/** The text with its references resolved; undefined if it has a name that only browsers know. */
const resolved = (written: string): string | undefined => {
  if (!written.includes("&")) return written;
  let known = true;
  const text = written.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w*));/gi,
    (all, decimal, hex, name) => {
      if (name === undefined) {
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        known &&= code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
        return known ? String.fromCodePoint(code) : all;
      }
      const sign = named[name];
      known &&= sign !== undefined;
      return sign ?? all;
    },
  );
  return known ? text : undefined;
};

const attributePattern = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

const attributesIn = (written: string): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const [, name = "", quoted, single, bare] of written.matchAll(attributePattern))
    found[name.toLowerCase()] ??= resolved(quoted ?? single ?? bare ?? "") ?? "";
  return found;
};

/** Where a link leads: an address, or a page or document by its id. */
export interface LinkAttributes {
  readonly href: string;
  readonly kind: string;
  readonly id: string;
}

/** The attributes of a link in markup, after a space; empty for one that leads nowhere. */
export const linkMarkup = ({ href, kind, id }: LinkAttributes): string =>
  href === ""
    ? kind === "" || !/^\d+$/.test(id)
      ? ""
      : ` linktype="${kind}" id="${id}"`
    : ` href="${escapeValue(href)}"`;

const linkOf = (written: string, features: readonly string[]): string => {
  const { href = "", linktype = "", id = "" } = attributesIn(written);
  if (href.trim() !== "")
    return features.includes("link") && mayBeLinked(href) ? linkMarkup({ href, kind: "", id: "" }) : "";
  const feature = linktype === "page" ? "link" : linktype === "document" ? "document-link" : "";
  return features.includes(feature) ? linkMarkup({ href: "", kind: linktype, id }) : "";
};

/** The elements that can be edited, or that hold nothing but text. */
const editable = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr br b strong i em s sup sub code a span u small mark kbd abbr".split(
    " ",
  ),
);

const keyedElements = new Set("p h1 h2 h3 h4 h5 h6 li blockquote".split(" "));

/** Flat markup of HTML that the service has answered; undefined if it holds what cannot be edited here. */
export const markupOf = (html: string, features: readonly string[]): string | undefined => {
  const names = elementNames(features as readonly RichTextFeature[]);
  let markup = "";
  let comments = false;
  const onComment = () => {
    comments = true;
  };
  for (const token of htmlTokens(html, onComment)) {
    if (comments) return undefined;
    if ("text" in token) {
      const text = resolved(token.text);
      if (text === undefined) return undefined;
      markup += escapeText(text);
      continue;
    }
    if (!editable.has(token.name)) return undefined;
    const name = names.get(token.name);
    if (name === undefined) continue;
    if (token.closes) {
      markup += `<end-${name} />`;
      continue;
    }
    markup += `<${name}${attributesOf(name, token.attributes, features)} />`;
    if (!voidElements.has(token.name) && token.attributes.trimEnd().endsWith("/")) return undefined;
  }
  return comments ? undefined : markup;
};

const attributesOf = (name: string, written: string, features: readonly string[]): string => {
  if (written === "") return "";
  if (name === "a") return linkOf(written, features);
  if (name === "ol") {
    const start = /^\d{1,9}$/.exec(attributesIn(written).start ?? "")?.[0];
    return features.includes("ol-start") && start && Number(start) !== 1 ? ` start="${Number(start)}"` : "";
  }
  const key = keyedElements.has(name) ? attributesIn(written)["data-block-key"] : undefined;
  return key === undefined ? "" : ` data-block-key="${escapeValue(key)}"`;
};

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
  text.replace(/&(amp|lt|gt|quot);/g, (all, name: string) => named[name] ?? all);

const featureOfTag = new Map<string, string>(
  formattingMarks.map(({ feature, tags }) => [`<${tags[0]}>`, feature] as const),
);

const markOf = (start: string, schema: Schema): Mark | undefined => {
  const feature = featureOfTag.get(start);
  if (feature !== undefined) return schema.marks[feature]?.create();
  const { href = "", linktype: kind = "", id = "" } = attributesIn(start);
  return schema.marks.link?.create({ href, kind, id });
};
