import { findProgram } from "#lib/probing/find-program.ts";
import { getFfmpeg } from "./get-ffmpeg.ts";

/** A line for each thing that the service cannot do because a program is missing; none if all are there. */
export const missingPrograms = async (find: typeof findProgram = findProgram): Promise<string[]> => {
  const lines = [];
  if (!(await find("ffprobe")))
    lines.push(
      "ffprobe is missing, so no audio and no video can be uploaded: `npm ci` brings it, and so does the ffmpeg of most systems. Then start again.",
    );
  if (!(await find("ffmpeg")))
    lines.push(`ffmpeg is missing, so videos get no poster: ${getFfmpeg}. Then start again.`);
  return lines;
};
