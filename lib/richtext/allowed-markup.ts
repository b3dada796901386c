import sanitizeHtml from "sanitize-html";
import type { RichTextFeature } from "./features.ts";
import { mayBeLinked } from "./link-scheme.ts";
import { linkWithoutTarget, type RichTextProblem } from "./problem.ts";

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
  let problem: RichTextProblem | undefined;
  const markup = sanitizeHtml(flat, {
    ...optionsFor(names),
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

const optionsByNames = new WeakMap<ReadonlyMap<string, string>, sanitizeHtml.IOptions>();

function optionsFor(names: ReadonlyMap<string, string>): sanitizeHtml.IOptions {
  const known = optionsByNames.get(names);
  if (known) return known;
  const elements = [...new Set(names.values())].flatMap((name) => [name, `end-${name}`]);
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
  optionsByNames.set(names, options);
  return options;
}

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
