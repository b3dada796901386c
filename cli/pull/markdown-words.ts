/** A word of Markdown, a blank line between its parts, or a line of a code block. */
export interface Word {
  /** The white space before it. */
  readonly before: string;
  readonly text: string;
  /** The text as words are compared: all signs of a list's items are one. */
  readonly key: string;
}

export interface Words {
  readonly words: readonly Word[];
  /** The white space behind the last word. */
  readonly end: string;
}

/** The key of what stands between two parts of a text. */
export const partEnd = "\n\n";
export const bulletKey = "- of a list";
export const numberKey = "1. of a list";

/** Takes Markdown apart; all words together, with what stands before them, are the text. */
export const markdownWords = (markdown: string): Words => {
  const words: Word[] = [];
  let space = "";
  let fence: string | undefined;
  for (const line of markdown.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
    const isFence = fence === undefined ? mark !== undefined : true;
    if (isFence) {
      const [, text = "", lineEnd = ""] = /^([^\r\n]*)(\r?\n?)$/.exec(line) ?? [];
      endPart();
      words.push({ before: space, text, key: `code ${text}` });
      space = lineEnd;
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence) && /^[\s>]*[`~]+\s*$/.test(line)) fence = undefined;
      continue;
    }
    let isFirst = true;
    for (const [each, blank = "", text = ""] of line.matchAll(/(\s*)(\S*)/g)) {
      if (each === "") continue;
      space += blank;
      if (text === "") continue;
      endPart();
      words.push({ before: space, text, key: keyOf(text, isFirst) });
      space = "";
      isFirst = isFirst && /^(?:>|[-*+]|\d{1,9}[.)])$/.test(text);
    }
  }
  return { words, end: space };

  /** Makes blank lines a word of their own. The spaces of the line below are left for the next word. */
  function endPart(): void {
    const last = space.lastIndexOf("\n") + 1;
    if (words.length === 0 || (space.match(/\n/g) ?? []).length < 2) return;
    words.push({ before: "", text: space.slice(0, last), key: partEnd });
    space = space.slice(last);
  }
};

const keyOf = (text: string, isFirst: boolean): string => {
  if (isFirst && /^[-*+]$/.test(text)) return bulletKey;
  return isFirst && /^\d{1,9}[.)]$/.test(text) ? numberKey : text;
};
