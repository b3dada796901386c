import type { LocalFile } from "#lib/files/files.ts";
import type { Chapter } from "#lib/media/media.ts";
import { askFfprobe } from "./ask-ffprobe.ts";
import { foundChapters } from "./found-chapters.ts";
import { isFailure, type ProbeFailure } from "./probe.ts";

/** The chapters that a file holds, as {@link foundChapters} gives them; none is no failure. */
export const readChapters = async (
  file: LocalFile,
  deadlineMs: number,
): Promise<readonly Chapter[] | ProbeFailure> => {
  const answer = await askFfprobe(file, "chapter=start_time:chapter_tags=title", deadlineMs);
  return isFailure(answer) ? answer : foundChapters(answer.chapters);
};
