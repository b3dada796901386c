/** A stored segment, with any members: `start`, `end`, `speaker`, `voice`, `text` … */
export type TranscriptSegment = Readonly<Record<string, unknown>>;

/** The members that name the speaker, in the order of precedence. */
const labelNames = ["speaker", "voice"] as const;

/** The segments of a file `{"transcripts": [{…}, …]}`, if it is readable (contract#player-transcripts). */
export const segmentsIn = (text: string): readonly TranscriptSegment[] => {
  try {
    const { transcripts } = JSON.parse(text);
    const segments = Array.isArray(transcripts) ? transcripts.filter(isSegment) : [];
    JSON.stringify(segments);
    return segments;
  } catch {
    return [];
  }
};

const isSegment = (value: unknown): value is TranscriptSegment =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Each once, in order of first appearance; within a segment, `speaker` comes before `voice`. */
export const speakersIn = (segments: readonly TranscriptSegment[]): readonly string[] => [
  ...new Set(segments.flatMap((segment) => labelNames.map((name) => segment[name]).filter(isLabel))),
];

export const withoutSpeakers = (segments: readonly TranscriptSegment[]): readonly TranscriptSegment[] =>
  segments.map((segment) =>
    Object.fromEntries(
      Object.entries(segment).filter(([name, value]) => !(isLabelName(name) && isLabel(value))),
    ),
  );

const isLabelName = (name: string): boolean => labelNames.some((each) => each === name);

const isLabel = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

export interface SpokenLine {
  /** The start in seconds; null if the segment has no time that can be read. */
  readonly start: number | null;
  readonly end: number | null;
  /** Empty if unknown. */
  readonly speaker: string;
  readonly text: string;
}

/** The lines of a transcript; segments without text are left out. */
export const spokenLines = (segments: readonly TranscriptSegment[]): readonly SpokenLine[] =>
  segments.flatMap((segment) => {
    const text = typeof segment.text === "string" ? segment.text.trim() : "";
    if (text === "") return [];
    const [speaker = ""] = [segment.speaker, segment.voice].filter((name) => typeof name === "string");
    return {
      start: secondsAt(segment, "start"),
      end: secondsAt(segment, "end"),
      speaker: speaker.trim(),
      text,
    };
  });

/** Milliseconds in `start_ms` come before the clock time in `start`. */
const secondsAt = (segment: TranscriptSegment, name: "start" | "end"): number | null => {
  const ms = segment[`${name}_ms`];
  if (typeof ms === "number" && Number.isFinite(ms) && ms >= 0) return ms / 1000;
  const [, hours = "0", minutes, seconds] =
    /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)$/.exec(String(segment[name] ?? "")) ?? [];
  if (minutes === undefined || seconds === undefined) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", "."));
};

/** Lines that one speaker says after one another, beginning at the first one's time. */
export interface SpokenParagraph {
  readonly start: number | null;
  readonly speaker: string;
  readonly lines: readonly SpokenLine[];
}

/** A paragraph that has so many characters takes no further line. */
const fullParagraph = 400;

/** The lines as paragraphs for people: one for each turn of a speaker, and several for a long one. */
export const spokenParagraphs = (lines: readonly SpokenLine[]): readonly SpokenParagraph[] => {
  const paragraphs: { start: number | null; speaker: string; lines: SpokenLine[] }[] = [];
  let characters = 0;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    if (last && last.speaker === line.speaker && characters < fullParagraph) {
      last.lines.push(line);
      characters += line.text.length;
    } else {
      paragraphs.push({ start: line.start, speaker: line.speaker, lines: [line] });
      characters = line.text.length;
    }
  }
  return paragraphs;
};
