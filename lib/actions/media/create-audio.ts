import { firstChapters } from "#lib/media/chapter-marks.ts";
import type { Audio, Chapter } from "#lib/media/media.ts";
import { probeAudio } from "#lib/probing/media-prober.ts";
import { isFailure } from "#lib/probing/probe.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type AudioDescription, storeAudio } from "./store-audio.ts";
import { withStoredFile } from "./temporary-file.ts";
import { type AudioFile, recordingToStore } from "./uploaded-file.ts";

export interface NewAudio {
  readonly file: AudioFile;
  /** Null: those in the file. */
  readonly chapters: readonly Chapter[] | null;
}

/**
 * Probes an uploaded file and stores it as an audio. Refuses `probe_timeout` and `probe_failed`. Unreadable
 * chapters in the file are left out, with a warning. The rest is as in `storeMedia`.
 */
export const createAudio = (
  { file, chapters }: NewAudio,
  describe: () => Omit<AudioDescription, "durationSeconds" | "chapters">,
  warn: (warning: string) => void,
): Promise<Audio> =>
  withStoredFile(file, async (key) => {
    const probed = await probeAudio({ key, wantsChapters: chapters === null });
    if (isFailure(probed)) {
      warn(probed.reason);
      throw new Refusal(probed.failure);
    }
    if (probed.chapterFailure) warn(`No chapters: ${probed.chapterFailure.reason}`);
    const formats = { [file.format]: recordingToStore(file, key) };
    return storeAudio(null, { formats, transcript: null }, () => ({
      ...describe(),
      durationSeconds: probed.durationSeconds,
      chapters: chapters ?? firstChapters(probed.chapters),
    }));
  });
