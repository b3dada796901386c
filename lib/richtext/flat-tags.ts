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
 * `<b>x</b>` becomes `<b></b>x<end-b></end-b>`. A parser that nests elements would mend crossing and unclosed tags in
 * its own way; laid flat, they reach whoever arranges the blocks as the author wrote them.
 *
 * `names` says which elements stay and under which name. Comments, scripts, styles and other elements' tags are left
 * out; attributes and text are copied as they are. Refuses embeds, and elements nested deeper than 100.
 * Time is linear in the length of `html`.
 */
export function flatTags(
  html: string,
  names: ReadonlyMap<string, string>,
): { readonly markup: string } | { readonly problem: RichTextProblem } {
  const open: string[] = [];
  let markup = "";
  for (const piece of piecesOf(html)) {
    if ("text" in piece) {
      markup += piece.text.replaceAll("<", "&lt;");
      continue;
    }
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

type Piece =
  | { readonly text: string }
  | { readonly name: string; readonly closes: boolean; readonly attributes: string };

/** Tags and the text between them, as the HTML standard's tokenizer tells them apart. */
function* piecesOf(html: string): Generator<Piece> {
  const markup = /<(?:(\/?)([a-z][^\t\n\f\r />]*)|!--|[!?/])/gi;
  let at = 0;
  for (let found = markup.exec(html); found !== null; found = markup.exec(html)) {
    yield { text: html.slice(at, found.index) };
    const [opening, slash, written] = found;
    if (written === undefined) {
      at = endOfComment(html, found.index, opening);
    } else {
      const name = written.toLowerCase();
      const end = endOfTag(html, markup.lastIndex);
      // A tag that the text breaks off in is not a tag, and there is nothing behind it.
      if (end === undefined) return;
      const closes = slash === "/";
      yield { name, closes, attributes: html.slice(markup.lastIndex, end - 1) };
      at = !closes && (name === "script" || name === "style") ? endOfRawText(html, end, name) : end;
    }
    markup.lastIndex = at;
  }
  yield { text: html.slice(at) };
}

function endOfComment(html: string, start: number, opening: string): number {
  // From the second character on, because `<!-->` and `<!--->` are whole comments.
  const end = next(opening === "<!--" ? /--!?>/g : />/g, html, start + 2);
  return end === undefined ? html.length : end.index + end[0].length;
}

function endOfRawText(html: string, start: number, name: "script" | "style"): number {
  return next(new RegExp(`</${name}[\\t\\n\\f\\r />]`, "gi"), html, start)?.index ?? html.length;
}

/** The index behind the `>` of the tag whose attributes begin at `at`; undefined when it has none. */
function endOfTag(html: string, at: number): number | undefined {
  const seek = (stop: RegExp, from: number) => next(stop, html, from)?.index ?? html.length;
  let position = at;
  while (position < html.length) {
    position = seek(/[^\t\n\f\r /]/g, position);
    if (html[position] === ">") return position + 1;
    // Whatever stands first belongs to the attribute's name, even `=`.
    position = seek(/[\t\n\f\r />=]/g, position + 1);
    const equals = seek(/[^\t\n\f\r ]/g, position);
    if (html[equals] !== "=") continue;
    position = seek(/[^\t\n\f\r ]/g, equals + 1);
    if (html[position] === '"') position = seek(/"/g, position + 1) + 1;
    else if (html[position] === "'") position = seek(/'/g, position + 1) + 1;
    else position = seek(/[\t\n\f\r >]/g, position);
  }
  return undefined;
}

function next(pattern: RegExp, text: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text) ?? undefined;
}
