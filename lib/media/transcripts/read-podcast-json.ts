import { certain } from "#lib/certain.ts";
import type { TranscriptSegment } from "#lib/media/transcript.ts";
import { oneLine } from "./cue-text.ts";
import type { FaultList } from "./faults.ts";
import { maxHours } from "./formats.ts";
import { jsonPlaces } from "./json-places.ts";
import { timedSegment, untimedSegment } from "./timed-line.ts";

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
