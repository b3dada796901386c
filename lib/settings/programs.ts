import { delimiter } from "node:path";
import { variable } from "./environment.ts";

/** `FFPROBE_PATH`, `FFMPEG_PATH`: used instead of the program that is found otherwise. */
export const programPath = (program: "ffprobe" | "ffmpeg"): string | undefined =>
  variable(`${program.toUpperCase()}_PATH`);

export const programFolders = (): readonly string[] =>
  (variable("PATH") ?? "").split(delimiter).filter(Boolean);
