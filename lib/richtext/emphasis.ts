import type { Token } from "marked";
import { certain } from "#lib/certain.ts";

/**
 * A run of `*` or `_`, or `~~` where a text may have it. Once paired, it is written as `ends`, then what
 * remains of the run as text, then `starts`; so pairing needs neither recursion nor a change of the list of
 * tokens.
 */
export type DelimiterRun = {
  readonly type: "delimiterRun";
  readonly raw: string;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  remaining: number;
  starts: string;
  ends: string;
};

const runs = { "*_": /^(?:\*+|_+)/, "~": /^~~(?!~)/ };

/** The delimiter run at the start of `source`, with `before` in front of it (CommonMark 0.31, 6.2). */
export function delimiterRunAt(
  source: string,
  before: string,
  marks: keyof typeof runs = "*_",
): DelimiterRun | undefined {
  const raw = runs[marks].exec(source)?.[0];
  if (raw === undefined || (marks === "~" && before.endsWith("~"))) return undefined;
  const left = sideOf([...before.slice(-2)].at(-1));
  const right = sideOf([...source.slice(raw.length, raw.length + 2)].at(0));
  const leftFlanking = right !== "space" && (right !== "punctuation" || left !== "word");
  const rightFlanking = left !== "space" && (left !== "punctuation" || right !== "word");
  const isUnderscore = raw.startsWith("_");
  return {
    type: "delimiterRun",
    raw,
    canOpen: leftFlanking && !(isUnderscore && rightFlanking && left !== "punctuation"),
    canClose: rightFlanking && !(isUnderscore && leftFlanking && right !== "punctuation"),
    remaining: raw.length,
    starts: "",
    ends: "",
  };
}

function sideOf(character: string | undefined): "space" | "punctuation" | "word" {
  if (character === undefined || /[\p{Zs}\t\n\f\r]/u.test(character)) return "space";
  return /[\p{P}\p{S}]/u.test(character) ? "punctuation" : "word";
}

/** Pairs the delimiter runs among the `tokens` of one text by the algorithm of CommonMark's appendix. */
export function pairDelimiterRuns(tokens: readonly Token[]): void {
  const openers: DelimiterRun[] = [];
  /**
   * For each kind of closer, the number of openers that are known not to match it. This makes the time
   * linear.
   */
  const unsuitable = new Map<string, number>();
  for (const run of tokens.filter(isDelimiterRun)) {
    const kind = `${run.raw[0]}${run.canOpen}${run.raw.length % 3}`;
    while (run.canClose && run.remaining > 0) {
      const lowest = unsuitable.get(kind) ?? 0;
      let found = openers.length - 1;
      while (found >= lowest && !runsMatch(certain(openers[found]), run)) found -= 1;
      const opener = openers[found];
      if (opener === undefined || found < lowest) {
        unsuitable.set(kind, openers.length);
        break;
      }
      pair(opener, run);
      openers.length = opener.remaining > 0 ? found + 1 : found;
      for (const [other, count] of unsuitable) unsuitable.set(other, Math.min(count, openers.length));
    }
    if (run.canOpen && run.remaining > 0) openers.push(run);
  }
}

function isDelimiterRun(token: Token): token is DelimiterRun {
  return token.type === "delimiterRun";
}

function runsMatch(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.raw[0] !== closer.raw[0]) return false;
  if (!opener.canClose && !closer.canOpen) return true;
  const together = opener.raw.length + closer.raw.length;
  return together % 3 !== 0 || closer.raw.length % 3 === 0;
}

function pair(opener: DelimiterRun, closer: DelimiterRun): void {
  const strong = opener.remaining >= 2 && closer.remaining >= 2;
  const name = opener.raw === "~~" ? "s" : strong ? "strong" : "em";
  opener.starts = `<${name}>${opener.starts}`;
  closer.ends += `</${name}>`;
  opener.remaining -= strong ? 2 : 1;
  closer.remaining -= strong ? 2 : 1;
}
