/** The formats in which editors send and get transcripts, the best for people first. */
export const transcriptTypes = {
  vtt: "text/vtt",
  srt: "application/x-subrip",
  "podcast-json": "application/json",
  text: "text/plain",
} as const;

export type TranscriptFormat = keyof typeof transcriptTypes;

export const transcriptFormats = Object.keys(transcriptTypes) as readonly TranscriptFormat[];

/** The limit of a transcript as it is sent. */
export const maxTranscriptBytes = 4 * 1024 * 1024;

export const maxTranscriptLines = 100_000;

/** No clock time has more hours. */
export const maxHours = 9_999;

/**
 * The largest stored transcript. A stored line has at most 122 bytes beside its text, and a character at most
 * two: this is more than any accepted transcript can have.
 */
export const maxStoredTranscriptBytes = 20 * 1024 * 1024;

/** The limit of a stored transcript for players: more than a day of speech. An answer is limited to 6 MB. */
export const maxPlayedTranscriptBytes = 4 * 1024 * 1024;
