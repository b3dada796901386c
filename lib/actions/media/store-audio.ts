import { type AudioFormat, audioFormats, byAudioFormat } from "#lib/media/audio-formats.ts";
import type { Audio } from "#lib/media/media.ts";
import type { FileToStore } from "./file-to-store.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";

export type AudioDescription = Omit<MediaProperties<"audio">, "files" | "transcript">;

export interface AudioFilesToStore {
  readonly formats: Readonly<Partial<Record<AudioFormat, FileToStore>>>;
  readonly transcript: FileToStore | null;
}

/** Creates an audio, or replaces all files of an existing one. Failures and cost: as `storeMedia`. */
export const storeAudio = (
  existingId: number | null,
  { formats, transcript }: AudioFilesToStore,
  describe: (current: Audio | undefined) => AudioDescription,
): Promise<Audio> => {
  const files = { ...byAudioFormat((format) => formats[format] ?? null), transcript };
  return storeMedia("audio", existingId, files, (stored, current) => {
    const kept = audioFormats.flatMap((format) => (stored[format] ? [[format, stored[format]]] : []));
    return { ...describe(current), files: Object.fromEntries(kept), transcript: stored.transcript };
  });
};
