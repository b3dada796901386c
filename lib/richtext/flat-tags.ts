import { htmlTokens, voidElements } from "./html-tokens.ts";
import { type PartAllowance, takeParts, tooManyParts } from "./part-allowance.ts";
import { embedded, maximumDepth, type RichTextProblem, tooDeep } from "./problem.ts";

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
