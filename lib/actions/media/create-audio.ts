import { firstChapters } from "#lib/media/chapter-marks.ts";
import type { Audio, Chapter } from "#lib/media/media.ts";
import { probeAudio } from "#lib/probing/media-prober.ts";
import { isFailure } from "#lib/probing/probe.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type AudioDescription, storeAudio } from "./store-audio.ts";
import { withStoredFile } from "./temporary-file.ts";
import { type AudioFile, recordingToStore } from "./uploaded-file.ts";

/** An audio that is to be made of one file. */
export interface NewAudio {
  readonly file: AudioFile;
  /** Null: those that the file holds. */
  readonly chapters: readonly Chapter[] | null;
}

/**
 * Makes an audio of an uploaded file: probes it, stores it, and gives the object. `describe` refuses or says
 * what it shall be beside what the file says. Refused: `probe_timeout` and `probe_failed`. After a failure
 * nothing is left (`storeMedia`). Chapters that the file holds and that cannot be read are left out, with a
 * warning.
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
