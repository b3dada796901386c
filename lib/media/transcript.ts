/**
 * A stretch of a transcript as it is stored, whatever its members are: `start`, `end`, `speaker`, `voice`,
 * `text` …
 */
export type TranscriptSegment = Readonly<Record<string, unknown>>;

/** Where a segment says who speaks, in the order in which they are read. */
const labelNames = ["speaker", "voice"] as const;

/**
 * The segments of a transcript file, `{"transcripts": [{…}, …]}`; none where the text is anything else, and
 * none where it nests so deeply that it could not be written again (contract#player-transcripts).
 */
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

/**
 * The labels of all speakers, each once, in order of their first appearance; of one segment the speaker
 * before the voice.
 */
export const speakersIn = (segments: readonly TranscriptSegment[]): readonly string[] => [
  ...new Set(segments.flatMap((segment) => labelNames.map((name) => segment[name]).filter(isLabel))),
];

/** The segments without the labels of their speakers. */
export const withoutSpeakers = (segments: readonly TranscriptSegment[]): readonly TranscriptSegment[] =>
  segments.map((segment) =>
    Object.fromEntries(
      Object.entries(segment).filter(([name, value]) => !(isLabelName(name) && isLabel(value))),
    ),
  );

const isLabelName = (name: string): boolean => labelNames.some((each) => each === name);

const isLabel = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
