import type { Token, Tokens } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { ownIdPattern } from "#lib/richtext/links.ts";

/** `{#own-id}` at the end of a heading, perhaps with classes and more, which other tools read. */
const written = /(?<=^|[ \t])(?<!\\)\{:?[ \t]*#([^\s{}]+)([ \t][^{}]*)?\}$/;

/** Takes its own id from the text of a heading (contract#own-ids). Gives what is not kept of it. */
export const takeOwnId = (token: Token, line: number): LineProblem[] => {
  if (token.type !== "heading") return [];
  const heading = token as Tokens.Heading & { ownId?: string };
  const [found, id = "", others = ""] = written.exec(heading.text.trimEnd()) ?? [];
  if (found === undefined || !ownIdPattern.test(`#${id}`) || !dropEnd(heading.tokens, found.length))
    return [];
  heading.ownId = id;
  const more = others.trim();
  return more === "" ? [] : [{ line, message: `Of a heading's attributes, only its id is kept: ${more}` }];
};

/** Drops the last characters of a text; false if they are not plain. */
const dropEnd = (tokens: Token[], length: number): boolean => {
  let end = tokens.length;
  let left = length;
  for (; left > 0; end--) {
    const last = tokens[end - 1];
    if (!last || !isPlain(last)) return false;
    if (last.raw.length > left) break;
    left -= last.raw.length;
  }
  tokens.length = end;
  const last = tokens.at(-1);
  if (last?.type === "text" && !("tokens" in last && last.tokens)) {
    const raw = last.raw.slice(0, last.raw.length - left).trimEnd();
    Object.assign(last, { raw, text: raw });
  }
  return true;
};

/** Text, and marks in it that mark nothing. */
const isPlain = (token: Token): boolean =>
  token.type === "text" || (token.type === "delimiterRun" && token.starts === "" && token.ends === "");
