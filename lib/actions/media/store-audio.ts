import { type Audio, type AudioFormat, audioFormats } from "#lib/media/media.ts";
import type { FileToStore } from "./file-to-store.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";

/** What an audio is beside its files. */
export type AudioDescription = Omit<MediaProperties<"audio">, "files" | "transcript">;

/** All the files that an audio is to have. */
export interface AudioFilesToStore {
  readonly formats: Readonly<Partial<Record<AudioFormat, FileToStore>>>;
  readonly transcript: FileToStore | null;
}

/**
 * Makes an audio of files, or gives the audio of an id these files; those that it had before and has no more
 * go. `describe` sees the audio as it is, and refuses or says what it shall be; it runs again after a lost
 * race. Failures and cost: those of `storeMedia`.
 */
export const storeAudio = (
  existingId: number | null,
  { formats, transcript }: AudioFilesToStore,
  describe: (current: Audio | undefined) => AudioDescription,
): Promise<Audio> => {
  const inOrder = audioFormats.map((format) => [format, formats[format] ?? null] as const);
  const files = { ...(Object.fromEntries(inOrder) as Record<AudioFormat, FileToStore | null>), transcript };
  return storeMedia("audio", existingId, files, (stored, current) => {
    const kept = audioFormats.flatMap((format) => (stored[format] ? [[format, stored[format]]] : []));
    return { ...describe(current), files: Object.fromEntries(kept), transcript: stored.transcript };
  });
};
