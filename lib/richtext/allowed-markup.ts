import sanitizeHtml from "sanitize-html";
import type { RichTextFeature } from "./features.ts";
import { voidElements } from "./html-tokens.ts";
import { mayBeLinked } from "./link-scheme.ts";
import { linkWithoutTarget, type RichTextProblem } from "./problem.ts";

/** Elements that keep their `data-block-key`. */
const keyed = ["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote"];

/**
 * What may stay of flat markup: elements among `names` and their ends, written `<b />` and `<end-b />`, with
 * `data-block-key` on what can become a line or an item, and on `a` either an `href` with an allowed scheme
 * or `linktype` and `id`. Character references are resolved, and `& < >` in text, also `"` in attributes,
 * written as references again. Refuses links to pages and documents without an integer id.
 */
export function allowedMarkup(
  flat: string,
  names: ReadonlyMap<string, string>,
  features: readonly RichTextFeature[],
): { readonly markup: string } | { readonly problem: RichTextProblem } {
  const { options, plainElement } = rulesFor(names);
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
      ...Object.fromEntries(keyed.map((name) => [name, ["data-block-key"]])),
    },
    nonBooleanAttributes: ["*"],
    // Schemes are judged by `mayBeLinked`, as everywhere.
    allowedSchemesAppliedToAttributes: [],
  };
  const [any, keyedOnes, emptyOnes] = [elements, kept.filter(isKeyed), kept.filter(isVoid)].map(oneOf);
  const plainElement = new RegExp(
    `<(${any})></\\1>|<(${keyedOnes})( data-block-key="[\\w-]+")></\\2>|<(${emptyOnes})>`,
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
