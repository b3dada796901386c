import { escapedHtml } from "#importers/html/escaped-html.ts";
import type { NotePlace } from "#importers/notes.ts";
import { printedValue } from "#importers/reading/texts.ts";
import { type Card, cardHtml } from "./card-html.ts";

/** The bits of a text's format, from the outside, by the elements that they mean. */
const formats: readonly (readonly [bit: number, name: string])[] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
  [128, "mark"],
];

/** Texts are nested a few deep; what is nested deeper than this was made to do harm. */
const maxDepth = 60;

/** The HTML of a text that is a tree of Lexical; undefined for what is none. What it lacks is noted. */
export const lexicalHtml = (text: string, place: NotePlace): string | undefined => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const root = (read as { root?: unknown } | null)?.root;
  if (typeof root !== "object" || root === null || !Array.isArray((root as Card).children)) return undefined;
  return nodesHtml(root as Card, place, 0);
};

const nodesHtml = ({ children }: Card, place: NotePlace, depth: number): string => {
  if (depth === maxDepth) {
    place.note("element", `the text from here on: it is nested more than ${maxDepth} deep`);
    return "";
  }
  return (Array.isArray(children) ? children : [])
    .filter((node): node is Card => typeof node === "object" && node !== null)
    .map((node) => nodeHtml(node, place, depth + 1))
    .join("");
};

const nodeHtml = (node: Card, place: NotePlace, depth: number): string => {
  const type = String(node.type ?? "").replace(/^extended-/, "");
  const inner = () => nodesHtml(node, place, depth);
  switch (type) {
    case "text":
      return textHtml(node);
    case "linebreak":
      return "<br/>";
    case "tab":
      return "\t";
    case "zwnj":
      return "";
    case "link":
    case "autolink":
    case "at-link":
      return `<a href="${escapedHtml(String(node.url ?? ""))}">${inner()}</a>`;
    case "paragraph":
    case "aside":
      return type === "aside" ? `<blockquote><p>${inner()}</p></blockquote>` : `<p>${inner()}</p>`;
    case "quote":
      return `<blockquote><p>${inner()}</p></blockquote>`;
    case "heading": {
      const tag = /^h[1-6]$/.test(String(node.tag)) ? String(node.tag) : "h2";
      return `<${tag}>${inner()}</${tag}>`;
    }
    case "list": {
      const tag = node.listType === "number" || node.tag === "ol" ? "ol" : "ul";
      const start = tag === "ol" && Number.isInteger(node.start) && node.start !== 1;
      return `<${tag}${start ? ` start="${node.start}"` : ""}>${inner()}</${tag}>`;
    }
    case "listitem":
      return `<li>${inner()}</li>`;
    default:
      return otherHtml(type, node, place) ?? inner();
  }
};

const textHtml = ({ text, format }: Card): string => {
  const bits = typeof format === "number" ? format : 0;
  return formats
    .filter(([bit]) => (bits & bit) !== 0)
    .reduceRight((inner, [, name]) => `<${name}>${inner}</${name}>`, escapedHtml(String(text ?? "")));
};

/** The HTML of a card. Undefined for what is none; what stands in it is kept. */
const otherHtml = (type: string, node: Card, place: NotePlace): string | undefined => {
  const html = cardHtml(type, node);
  if (html === undefined && type !== "root") {
    const { children, version, ...others } = node;
    place.note("element", `card ${type}: ${printedValue(others)}`);
  }
  return html;
};
