import sanitizeHtml from "sanitize-html";
import { mayBeLinked } from "./address-schemes.ts";
import { elementNames } from "./element-names.ts";
import type { RichTextFeature } from "./features.ts";
import { htmlTokens, voidElements } from "./html-tokens.ts";
import { outlineOf } from "./outline.ts";
import { outlineHtml } from "./outline-html.ts";
import {
  brokenCharacters,
  embedded,
  linkWithoutTarget,
  maximumDepth,
  type PartAllowance,
  partAllowance,
  type RichTextProblem,
  takeParts,
  tooDeep,
  tooManyParts,
} from "./problem.ts";
import { type SafeHtml, vouchedHtml } from "./safe-html.ts";

export type Sanitized = { readonly html: SafeHtml } | { readonly problem: RichTextProblem };

/**
 * `html` rebuilt from what `features` allow, or why it cannot be. The result is normalized: blocks without
 * white space between them, every text in a block, inline elements merged and nested `a b i s sup sub code`.
 * Sanitizing it again with the same features changes nothing.
 *
 * What an HTML parser can mend is mended. Refused are embeds with `inline_embed`, more tags than are allowed,
 * sent or written, with `max_length`, and with `invalid` links to pages and documents without an integer id,
 * nesting deeper than 100 and lone surrogates. Never throws; linear in the length of `html`. Nothing visible
 * gives `<p></p>` (contract#rich-text).
 */
export function sanitizeRichText(
  html: string,
  features: readonly RichTextFeature[],
  allowance: PartAllowance = partAllowance(),
): Sanitized {
  if (!html.isWellFormed()) return { problem: brokenCharacters };
  const names = elementNames(features);
  const { left } = allowance;
  const flat = flatTags(html.replaceAll("\0", "\uFFFD"), names, allowance);
  if ("problem" in flat) return flat;
  const tags = left - allowance.left;
  if (!takeParts(allowance, referencesIn(flat.markup) / referencesPerPart)) return { problem: tooManyParts };
  const allowed = allowedMarkup(flat.markup, names, features);
  if ("problem" in allowed) return allowed;
  const outline = outlineOf(allowed.markup);
  if ("problem" in outline) return outline;
  const written = outlineHtml(outline.blocks);
  // Stored text must be accepted again when it is sent back, also if it has more tags than what was sent.
  const more = tagsIn(written) - tags;
  if (more > 0 && !takeParts(allowance, more)) return { problem: tooManyParts };
  return { html: vouchedHtml(written) };
}

/** A character reference costs a quarter of what a tag does. */
const referencesPerPart = 4;

/** Counts references; in flat markup, a `<` that begins no tag is one, too. */
const referencesIn = (markup: string): number => occurrences("&", markup);

/** Counts tags; in what we write, every `<` begins one. */
const tagsIn = (html: string): number => occurrences("<", html);

function occurrences(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** Elements that keep their `data-block-key`. */
const keyed = ["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote"];

/**
 * The permitted part of flat markup: elements among `names` and their ends, written `<b />` and `<end-b />`,
 * with `data-block-key` on what can become a line or an item, and on `a` either an `href` with an allowed
 * scheme or `linktype` and `id`. Character references are resolved, and `& < >` in text, also `"` in
 * attributes, written as references again. Refuses links to pages and documents without an integer id.
 */
export function allowedMarkup(
  flat: string,
  names: ReadonlyMap<string, string>,
  features: readonly RichTextFeature[],
): { readonly markup: string } | { readonly problem: RichTextProblem } {
  const { options, plainElement } = rulesFor(names);
  const keepsStart = features.includes("ol-start");
  const plain = plainMarkup(flat, plainElement);
  if (plain !== undefined) return { markup: plain };
  let problem: RichTextProblem | undefined;
  const markup = sanitizeHtml(flat, {
    ...options,
    transformTags: {
      a: (tagName, attributes) => {
        const target = linkTarget(attributes, features);
        if (target === undefined) problem = linkWithoutTarget;
        return { tagName, attribs: target ?? {} };
      },
      ol: (tagName, { start = "" }) => ({ tagName, attribs: keepsStart ? listStart(start) : {} }),
    },
  });
  return problem === undefined ? { markup } : { problem };
}

/**
 * The markup that sanitize-html would give, if there is nothing to remove or to escape. sanitize-html makes a
 * class for each call, which takes most of the time for a usual paragraph, and 8 KB that only a collection of
 * the whole heap frees.
 */
function plainMarkup(flat: string, plainElement: RegExp): string | undefined {
  if (/[<>&]/.test(flat.replaceAll(plainElement, ""))) return undefined;
  return flat.replaceAll(plainElement, "<$1$2$3$4 />");
}

interface Rules {
  readonly options: sanitizeHtml.IOptions;
  /** Matches elements that stay as they are: without attributes, or with a key that has nothing to escape. */
  readonly plainElement: RegExp;
}

const rulesByNames = new WeakMap<ReadonlyMap<string, string>, Rules>();

function rulesFor(names: ReadonlyMap<string, string>): Rules {
  const known = rulesByNames.get(names);
  if (known) return known;
  const kept = [...new Set(names.values())];
  const elements = kept.flatMap((name) => [name, `end-${name}`]);
  const options: sanitizeHtml.IOptions = {
    allowedTags: elements,
    selfClosing: elements,
    allowedAttributes: {
      a: ["href", "linktype", "id"],
      ol: ["start"],
      ...Object.fromEntries(keyed.map((name) => [name, ["data-block-key"]])),
    },
    nonBooleanAttributes: ["*"],
    // Schemes are judged by `mayBeLinked`, as everywhere.
    allowedSchemesAppliedToAttributes: [],
  };
  const [any, keyedOnes, emptyOnes] = [elements, kept.filter(isKeyed), kept.filter(isVoid)].map(oneOf);
  const plainElement = new RegExp(
    `<(${any})></\\1>|<(${keyedOnes})( data-block-key="#?[\\w-]+")></\\2>|<(${emptyOnes})>`,
    "g",
  );
  const rules = { options, plainElement };
  rulesByNames.set(names, rules);
  return rules;
}

const oneOf = (names: readonly string[]): string => names.join("|");

const isKeyed = (name: string): boolean => keyed.includes(name);

const isVoid = (name: string): boolean => voidElements.has(name);

/** The attributes that say where a link leads, if it leads anywhere; undefined when its id is missing. */
function linkTarget(
  { href = "", linktype, id = "" }: Readonly<Record<string, string>>,
  features: readonly RichTextFeature[],
): Record<string, string> | undefined {
  if (href.trim() !== "") return features.includes("link") && mayBeLinked(href) ? { href } : {};
  const feature = linktype === "page" ? "link" : linktype === "document" ? "document-link" : undefined;
  if (linktype === undefined || feature === undefined || !features.includes(feature)) return {};
  return /^\d+$/.test(id) && Number.isSafeInteger(Number(id)) ? { linktype, id } : undefined;
}

/** The first number of a list as an attribute; lists begin with 1 by themselves. */
function listStart(written: string): Record<string, string> {
  const start = /^\d{1,9}$/.test(written) ? Number(written) : 1;
  return start === 1 ? {} : { start: String(start) };
}

/** Elements that end where the next one of the same name begins, unless a `scopes` element lies between. */
const unclosedElements = new Set(
  "p li dd dt td th tr thead tbody tfoot colgroup optgroup option rp rt".split(" "),
);
const scopes = new Set("ul ol dl table select blockquote".split(" "));

/**
 * The markup of `html` with every tag an element of its own, in source order: `<b>x</b>` becomes
 * `<b></b>x<end-b></end-b>`. sanitize-html would nest elements and mend crossing and unclosed tags in its own
 * way. `names` says which elements stay and under which name. Refuses embeds, elements nested deeper than
 * 100, and more tags than are allowed. Time is linear in the length of `html`.
 */
export function flatTags(
  html: string,
  names: ReadonlyMap<string, string>,
  allowance: PartAllowance,
): { readonly markup: string } | { readonly problem: RichTextProblem } {
  const open: string[] = [];
  let markup = "";
  for (const token of htmlTokens(html)) {
    if ("text" in token) {
      markup += token.text.replaceAll("<", "&lt;");
      continue;
    }
    if (!takeParts(allowance)) return { problem: tooManyParts };
    if (token.name === "embed") return { problem: embedded };
    const name = names.get(token.name);
    if (token.closes) {
      if (name !== undefined) markup += elementOfItsOwn(`end-${name}`, "");
      closeElement(open, token.name);
    } else {
      if (name !== undefined) markup += elementOfItsOwn(name, token.attributes);
      openElement(open, token.name);
    }
    if (open.length > maximumDepth) return { problem: tooDeep };
  }
  return { markup };
}

function elementOfItsOwn(name: string, attributes: string): string {
  const start = `<${name}${attributes}>`;
  return voidElements.has(name) ? start : `${start}</${name}>`;
}

function openElement(open: string[], name: string): void {
  if (voidElements.has(name)) return;
  if (unclosedElements.has(name)) {
    const sibling = open.lastIndexOf(name);
    if (sibling > open.findLastIndex((element) => scopes.has(element))) open.length = sibling;
  }
  open.push(name);
}

function closeElement(open: string[], name: string): void {
  const opened = open.lastIndexOf(name);
  if (opened !== -1) open.length = opened;
}
