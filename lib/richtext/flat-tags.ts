import { type PartAllowance, takeParts, tooManyParts } from "./part-allowance.ts";
import { piecesOf } from "./pieces.ts";
import { embedded, maximumDepth, type RichTextProblem, tooDeep } from "./problem.ts";

const voidElements = new Set(
  "area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr".split(
    " ",
  ),
);

/** Elements that the next one of their kind ends, unless one of the `scopes` has been opened in between. */
const unclosedElements = new Set(
  "p li dd dt td th tr thead tbody tfoot colgroup optgroup option rp rt".split(" "),
);
const scopes = new Set("ul ol dl table select blockquote".split(" "));

/**
 * The markup of `html` with every tag an element of its own, in the order in which the tags were written:
 * `<b>x</b>` becomes `<b></b>x<end-b></end-b>`. A parser that nests elements would mend crossing and unclosed
 * tags in its own way; laid flat, they reach whoever arranges the blocks as the author wrote them.
 *
 * `names` says which elements stay and under which name. Comments, scripts, styles and other elements' tags
 * are left out; attributes and text are copied as they are. Refuses embeds, elements nested deeper than 100,
 * and more tags than are allowed. Time is linear in the length of `html`.
 */
export function flatTags(
  html: string,
  names: ReadonlyMap<string, string>,
  allowance: PartAllowance,
): { readonly markup: string } | { readonly problem: RichTextProblem } {
  const open: string[] = [];
  let markup = "";
  for (const piece of piecesOf(html)) {
    if ("text" in piece) {
      markup += piece.text.replaceAll("<", "&lt;");
      continue;
    }
    if (!takeParts(allowance)) return { problem: tooManyParts };
    if (piece.name === "embed") return { problem: embedded };
    const name = names.get(piece.name);
    if (piece.closes) {
      if (name !== undefined) markup += elementOfItsOwn(`end-${name}`, "");
      closeElement(open, piece.name);
    } else {
      if (name !== undefined) markup += elementOfItsOwn(name, piece.attributes);
      openElement(open, piece.name);
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
