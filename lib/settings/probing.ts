import { delimiter } from "node:path";
import { variable } from "./environment.ts";
import { seconds } from "./schemas.ts";
import { textSetting } from "./setting.ts";

/** What probing one upload may take, everything together. */
export const probeSeconds = textSetting<number>("SITE_EDITOR_MEDIA_PROBE_SECONDS", seconds, 10);

/** The same in milliseconds. */
export const probeTimeoutMs = (): number => Math.ceil(probeSeconds() * 1000);

/** The name of the function that probes media; where there is none, each process probes by itself. */
export const proberFunction = (): string | undefined => variable("PROBER_FUNCTION");

/** `FFPROBE_PATH`, `FFMPEG_PATH`: a program instead of the one that would be found. */
export const programPath = (program: "ffprobe" | "ffmpeg"): string | undefined =>
  variable(`${program.toUpperCase()}_PATH`);

/** The folders in which the system looks for programs. */
export const programFolders = (): readonly string[] =>
  (variable("PATH") ?? "").split(delimiter).filter(Boolean);
