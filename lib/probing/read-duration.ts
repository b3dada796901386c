import { askFfprobe } from "./ask-ffprobe.ts";
import type { InputFile } from "./input-file.ts";
import { failed, isFailure, type ProbeFailure } from "./probe.ts";

/** In seconds. An answer without a decimal fraction is `probe_failed` (contract#probing). */
export const readDuration = async (file: InputFile, deadlineMs: number): Promise<number | ProbeFailure> => {
  const answer = await askFfprobe(file, "format=duration", deadlineMs);
  if (isFailure(answer)) return answer;
  const { duration } = (answer.format ?? {}) as { readonly duration?: unknown };
  const isFraction = typeof duration === "string" && /^\d{1,9}\.\d{1,9}$/.test(duration);
  return isFraction ? Number(duration) : failed("ffprobe told no duration");
};
