import { type AudioFormatEntry, audioFormatTable } from "./audio-format-table.ts";

export type AudioFormat = keyof typeof audioFormatTable;

export const audioFormats = Object.keys(audioFormatTable) as readonly AudioFormat[];

/** The entry of a format. */
export const audioFormat = (format: AudioFormat): AudioFormatEntry => audioFormatTable[format];

/** A value for each format, in their order. */
export const byAudioFormat = <Value>(value: (format: AudioFormat) => Value): Record<AudioFormat, Value> =>
  Object.fromEntries(audioFormats.map((format) => [format, value(format)])) as Record<AudioFormat, Value>;
