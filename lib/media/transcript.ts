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
