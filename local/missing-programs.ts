import { access, constants } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { findProgram, type Program } from "#lib/probing/find-program.ts";
import { getFfmpeg } from "./get-ffmpeg.ts";

/** What the service cannot do without a program, and how to get it. */
const needs: Readonly<Record<Program, readonly [loss: string, help: string]>> = {
  ffprobe: [
    "no audio and no video can be uploaded",
    "`npm ci` brings it, and so does the ffmpeg of most systems",
  ],
  ffmpeg: ["videos get no poster", getFfmpeg],
};

/** A line for each thing that the service cannot do because a program is missing; none if all are there. */
export const missingPrograms = async (find: typeof findProgram = findProgram): Promise<string[]> => {
  const lines = [];
  for (const program of ["ffprobe", "ffmpeg"] as const) {
    const path = await find(program);
    const [loss, help] = needs[program];
    if (!path) lines.push(`${program} is missing, so ${loss}: ${help}. Then start again.`);
    else if (isAbsolute(path) && !(await isExecutable(path)))
      lines.push(
        `${program.toUpperCase()}_PATH is ${path}, which cannot be run, so ${loss}: change it, or leave it out.`,
      );
  }
  return lines;
};

/** Only a path that a setting names may be wrong: others were looked for. */
const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
