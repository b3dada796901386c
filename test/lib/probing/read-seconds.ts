import { isFailure, type ProbeFailure } from "#lib/probing/probe.ts";
import { readDuration } from "#lib/probing/probe-audio-file.ts";

/** The duration alone. */
export const readSeconds = async (
  ...given: Parameters<typeof readDuration>
): Promise<number | ProbeFailure> => {
  const answer = await readDuration(...given);
  return isFailure(answer) ? answer : answer.durationSeconds;
};
