/** Elements that have no content and no end tag. */
export const voidElements: ReadonlySet<string> = new Set(
  "area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr".split(
    " ",
  ),
);

/**
 * A tag, its name in lower case and its attributes as they are written, beginning at `start`, or the text
 * before the next one.
 */
export type HtmlToken =
  | { readonly text: string }
  | { readonly name: string; readonly closes: boolean; readonly attributes: string; readonly start: number };

/**
 * Tags and text as HTML's tokenizer finds them, without the texts of scripts and styles. `onComment` gets
 * each comment, as it is written.
 */
export function* htmlTokens(html: string, onComment?: (comment: string) => void): Generator<HtmlToken> {
  const markup = /<(?:(\/?)([a-z][^\t\n\f\r />]*)|!--|[!?/])/gi;
  let at = 0;
  for (let found = markup.exec(html); found !== null; found = markup.exec(html)) {
    yield { text: html.slice(at, found.index) };
    const [opening, slash, written] = found;
    if (written === undefined) {
      at = endOfComment(html, found.index, opening);
      onComment?.(html.slice(found.index, at));
    } else {
      const name = written.toLowerCase();
      const end = endOfTag(html, markup.lastIndex);
      // The text ends within this tag: nothing follows.
      if (end === undefined) return;
      const closes = slash === "/";
      const start = markup.lastIndex;
      yield { name, closes, attributes: html.slice(start, end - 1), start };
      at = !closes && (name === "script" || name === "style") ? endOfRawText(html, end, name) : end;
    }
    markup.lastIndex = at;
  }
  yield { text: html.slice(at) };
}

function endOfComment(html: string, start: number, opening: string): number {
  // The search begins at the second character, because `<!-->` and `<!--->` are whole comments.
  const end = next(opening === "<!--" ? /--!?>/g : />/g, html, start + 2);
  return end === undefined ? html.length : end.index + end[0].length;
}

function endOfRawText(html: string, start: number, name: "script" | "style"): number {
  return next(new RegExp(`</${name}[\\t\\n\\f\\r />]`, "gi"), html, start)?.index ?? html.length;
}

/** The index after the `>` of the tag whose attributes begin at `at`; undefined when it has none. */
function endOfTag(html: string, at: number): number | undefined {
  const seek = (stop: RegExp, from: number) => next(stop, html, from)?.index ?? html.length;
  let position = at;
  while (position < html.length) {
    position = seek(/[^\t\n\f\r /]/g, position);
    if (html[position] === ">") return position + 1;
    // The first character belongs to the attribute's name, even `=`.
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
