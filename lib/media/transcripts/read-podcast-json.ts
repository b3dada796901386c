import { certain } from "#lib/certain.ts";
import type { TranscriptSegment } from "#lib/media/transcript.ts";
import { maxHours } from "./formats.ts";
import { type FaultList, oneLine, timedSegment, untimedSegment } from "./read-cues.ts";

/** The segments of a transcript in the JSON of the podcast namespace: `{"segments": [{"body": "…"}, …]}`. */
export const readPodcastJson = (text: string, faults: FaultList): readonly TranscriptSegment[] => {
  const lineAt = lineCounter(text);
  const list = listIn(text);
  if (typeof list === "string") {
    faults.add(lineAt(jsonPlaces(text, "segments").faultAt ?? 0), list);
    return [];
  }
  let places: readonly number[] | undefined;
  const found = list.flatMap((item, index) => {
    if (faults.isFull) return [];
    const segment = segmentOf(item);
    if (typeof segment !== "string") return segment;
    places ??= jsonPlaces(text, "segments").itemsAt;
    faults.add(lineAt(places[index] ?? 0), `segments.${index}: ${segment}`);
    return [];
  });
  const isTimed = found.every(({ startMs }) => startMs !== null);
  const inOrder = isTimed ? found.sort((one, other) => certain(one.startMs) - certain(other.startMs)) : found;
  return inOrder.map(({ startMs, endMs, speaker, text: said }) =>
    startMs === null ? untimedSegment(said, speaker) : timedSegment({ startMs, endMs, speaker, text: said }),
  );
};

/** A text says what is wrong with the document. */
const listIn = (text: string): readonly unknown[] | string => {
  try {
    const { segments } = JSON.parse(text) ?? {};
    return Array.isArray(segments) ? segments : 'Expected an object such as {"segments": []}.';
  } catch {
    return "The JSON cannot be read from here on.";
  }
};

interface Segment {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly speaker: string;
  readonly text: string;
}

/** None without text; a text says what is wrong. */
const segmentOf = (item: unknown): readonly Segment[] | string => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return "expected an object.";
  const { speaker = "", startTime = null, endTime = null, body = "" } = item as Record<string, unknown>;
  if (!isPlainText(body)) return "`body` has to be a text without control characters.";
  if (speaker !== null && !isPlainText(speaker))
    return "`speaker` has to be a text without control characters.";
  if (!isTime(startTime) || !isTime(endTime))
    return `\`startTime\` and \`endTime\` have to be seconds, 0 or more, of at most ${maxHours} hours.`;
  const [startMs, endMs] = [startTime, endTime].map((seconds) => seconds && Math.round(seconds * 1000));
  if (endMs != null && startMs != null && endMs < startMs) return "it ends before it begins.";
  const text = oneLine(body);
  return text === ""
    ? []
    : [{ startMs: startMs ?? null, endMs: endMs ?? null, speaker: oneLine(speaker ?? ""), text }];
};

const isPlainText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !controlCharacter.test(value);

/** Any but tabs, line ends and form feeds, which count as white space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: texts must not have these.
export const controlCharacter = /[\u0000-\u0008\u000e-\u001f\u007f]/;

const isTime = (value: unknown): value is number | null =>
  value === null || (typeof value === "number" && value >= 0 && value <= maxHours * 3_600);

/** Gives the line of an offset; the offsets have to grow. */
const lineCounter = (text: string) => {
  let line = 1;
  let counted = 0;
  return (offset: number): number => {
    for (; counted < offset; counted++) {
      const isEnd = text[counted] === "\n" || (text[counted] === "\r" && text[counted + 1] !== "\n");
      if (isEnd) line++;
    }
    return line;
  };
};

/** Places in JSON text that may be broken: offsets of characters. */
interface JsonPlaces {
  /** The place where the text stops being JSON; undefined if it is JSON. */
  readonly faultAt: number | undefined;
  /** The places at which the items of the object's list begin. */
  readonly itemsAt: readonly number[];
}

const token = /[ \t\r\n]*(?:("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*|true|false|null)|([[\]{},:])|$)/y;

type Expected = "value" | "item or ]" | "key or }" | "key" | ":" | "rest";

/** Finds what `JSON.parse` does not say: the place of what it cannot read, and of the items of a list. */
export const jsonPlaces = (text: string, listName: string): JsonPlaces => {
  const open: ("{" | "[")[] = [];
  let itemsAt: number[] = [];
  let expected: Expected = "value";
  let isInList = false;
  token.lastIndex = 0;
  for (let from = 0; ; from = token.lastIndex) {
    const match = token.exec(text);
    const [all = "", string, scalar, mark = ""] = match ?? [];
    const at = from + (match ? all.length - (string ?? scalar ?? mark).length : 0);
    const isValue = expected === "value" || expected === "item or ]";
    if (isValue && isInList && open.length === 2 && open[1] === "[" && mark !== "]") itemsAt.push(at);
    if (string !== undefined && (expected === "key" || expected === "key or }")) {
      if (open.length === 1) {
        isInList = string === JSON.stringify(listName);
        if (isInList) itemsAt = [];
      }
      expected = ":";
    } else if (isValue && (string ?? scalar) !== undefined) {
      expected = "rest";
    } else if (isValue && (mark === "{" || mark === "[")) {
      open.push(mark);
      expected = mark === "{" ? "key or }" : "item or ]";
    } else if (mark === ":" && expected === ":") {
      expected = "value";
    } else if (mark === "," && expected === "rest" && open.length > 0) {
      expected = open.at(-1) === "{" ? "key" : "value";
    } else if (closes(mark, open.at(-1), expected)) {
      open.pop();
      expected = "rest";
    } else {
      const isWhole = match && all.trim() === "" && expected === "rest" && open.length === 0;
      return { faultAt: isWhole ? undefined : skipSpace(text, from), itemsAt };
    }
  }
};

const closes = (mark: string, opened: "{" | "[" | undefined, expected: Expected): boolean =>
  (mark === "}" && opened === "{" && (expected === "rest" || expected === "key or }")) ||
  (mark === "]" && opened === "[" && (expected === "rest" || expected === "item or ]"));

/** The first offset from there on that is no white space; the last one of the text if all is. */
const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length - 1 && " \t\r\n".includes(certain(text[at]))) at++;
  return at;
};
