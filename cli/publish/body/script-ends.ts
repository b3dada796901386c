/** Finds where parts of JavaScript end, without reading what they mean. */

const closings: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };

/** The index behind a text in quotes that begins at `start`; undefined if nothing ends it. */
export const quotedEnd = (text: string, start: number): number | undefined => {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    const each = text[at];
    if (each === "\\") at++;
    else if (each === quote) return at + 1;
    else if (quote === "`" && text.startsWith("${", at)) {
      const end = bracketEnd(text, at + 1);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (each === "\n" && quote !== "`") return undefined;
  }
  return undefined;
};

/** The index behind a comment at `at`; undefined if none begins there. */
const commentEnd = (text: string, at: number): number | undefined => {
  if (!text.startsWith("//", at) && !text.startsWith("/*", at)) return undefined;
  const isLine = text[at + 1] === "/";
  const end = text.indexOf(isLine ? "\n" : "*/", at + 2);
  return end < 0 ? text.length : isLine ? end : end + 2;
};

/** The index behind the bracket that closes the one at `start`; undefined if nothing does. */
export const bracketEnd = (text: string, start: number): number | undefined => {
  const open: string[] = [];
  for (let at = start; at < text.length; at++) {
    const each = text[at] ?? "";
    const closing = closings[each];
    const comment = commentEnd(text, at);
    if (comment !== undefined) at = comment - 1;
    // An apostrophe of a text within JSX ends nowhere on its line, and is one character.
    else if (each === '"' || each === "'" || each === "`") at = (quotedEnd(text, at) ?? at + 1) - 1;
    else if (closing !== undefined) open.push(closing);
    else if (each === open.at(-1)) {
      open.pop();
      if (open.length === 0) return at + 1;
    }
  }
  return undefined;
};

/**
 * The index behind an `import` or `export` at `start`, with the rest of its last line: where all brackets
 * are closed and a blank line, another such line or the end follows, or behind a whole import. Undefined if
 * nothing closes a bracket.
 */
export const statementEnd = (text: string, start: number): number | undefined => {
  for (let at = start; at < text.length; at++) {
    const each = text[at] ?? "";
    const comment = commentEnd(text, at);
    if (comment !== undefined) at = comment - 1;
    else if (Object.hasOwn(closings, each)) {
      const end = bracketEnd(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (each === '"' || each === "'" || each === "`") at = (quotedEnd(text, at) ?? at + 1) - 1;
    else if (each === "\n" && isWhole(text.slice(start, at), text.slice(at + 1))) return at;
  }
  return text.length;
};

const isWhole = (statement: string, rest: string): boolean =>
  /^[ \t]*(?:\n|$)/.test(rest) ||
  beginsStatement(rest) ||
  /^import\b[\s\S]*["'][ \t]*;?[ \t]*$/.test(statement);

/** True for text that begins with a statement of a module, and not with a sentence. */
export const beginsStatement = (text: string): boolean =>
  /^(?:import\s*(?:["'{*]|type\s|[\w$]+\s*(?:,|\sfrom\b))|export\s*(?:[{*]|(?:default|const|let|var|function|async|class|type|interface)\b))/.test(
    text,
  );
