import { delimiter } from "node:path";
import { variable } from "./environment.ts";
import { seconds, textSetting } from "./setting.ts";

/** The time limit for probing one upload. */
export const probeSeconds = textSetting<number>("SITE_EDITOR_MEDIA_PROBE_SECONDS", seconds, 10);

export const probeTimeoutMs = (): number => Math.ceil(probeSeconds() * 1000);

/** The function that probes media; without one, each process probes by itself. */
export const proberFunction = (): string | undefined => variable("PROBER_FUNCTION");

/** `FFPROBE_PATH`, `FFMPEG_PATH`: used instead of the program that is found otherwise. */
export const programPath = (program: "ffprobe" | "ffmpeg"): string | undefined =>
  variable(`${program.toUpperCase()}_PATH`);

export const programFolders = (): readonly string[] =>
  (variable("PATH") ?? "").split(delimiter).filter(Boolean);
