import { type Audio, type AudioFormat, audioFormats, type MediaFile } from "#lib/media/media.ts";
import { drawNumbers } from "#lib/store/client.ts";
import type { MediaProperties } from "./put-media.ts";
import { putStoredMedia } from "./put-stored-media.ts";
import { type NewFile, storeMediaFile } from "./store-media-file.ts";

/** What an audio is beside its files. */
export type AudioDescription = Omit<MediaProperties<"audio">, "files" | "transcript">;

/** All the files that an audio is to have. */
export interface NewAudioFiles {
  readonly formats: Readonly<Partial<Record<AudioFormat, NewFile>>>;
  readonly transcript: NewFile | null;
}

/**
 * Makes an audio of files, or gives the audio of an id these files; those that it had before and has no more go.
 * `describe` sees the audio as it is, and refuses or says what it shall be; it runs again after a lost race. Cost: the
 * files and what `putMedia` costs.
 */
export const storeAudio = async (
  existingId: number | null,
  { formats, transcript }: NewAudioFiles,
  describe: (current: Audio | undefined) => AudioDescription,
): Promise<Audio> => {
  const id = existingId ?? (await drawNumbers("audio")).audio;
  const files: Partial<Record<AudioFormat, MediaFile>> = {};
  for (const format of audioFormats) {
    const file = formats[format];
    if (file) files[format] = await storeMediaFile("audio", id, file);
  }
  const storedTranscript = transcript && (await storeMediaFile("audio", id, transcript));
  const stored = [...Object.values(files), ...(storedTranscript ? [storedTranscript] : [])];
  return putStoredMedia("audio", id, stored, (current) => ({
    ...describe(current),
    files,
    transcript: storedTranscript,
  }));
};
