import { open } from "node:fs/promises";
import { clock } from "#lib/clock.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import type { askFfprobe } from "#lib/probing/ask-ffprobe.ts";
import { isFailure } from "#lib/probing/probe.ts";
import { programPath } from "#lib/settings/programs.ts";

type Ask = typeof askFfprobe;

/** Of all test files of this process, by what was asked and the bytes. */
const kept = globalThis as { ffprobeAnswers?: Map<string, Awaited<ReturnType<Ask>>> };

/** What is larger is rarely asked about twice. */
const maxBytes = 1024 * 1024;

/**
 * Asks the real ffprobe once about the same bytes: to start it takes a tenth of a second of CPU, because it
 * forks a process of hundreds of megabytes. Failures, and answers of stand-ins, are not kept.
 */
export const keptProbes =
  (ask: Ask): Ask =>
  async (file, entries, deadlineMs, options = []) => {
    const isPlain = "path" in file && file.sizeBytes <= maxBytes && !programPath("ffprobe");
    if (!isPlain || deadlineMs <= clock.monotonicMs()) return ask(file, entries, deadlineMs, options);
    kept.ffprobeAnswers ??= new Map();
    const name = `${entries} ${options.join(" ")} ${await digestOf(file.path, file.sizeBytes)}`;
    const known = kept.ffprobeAnswers.get(name);
    if (known) return structuredClone(known);
    const answer = await ask(file, entries, deadlineMs, options);
    if (!isFailure(answer)) kept.ffprobeAnswers.set(name, structuredClone(answer));
    return answer;
  };

const digestOf = async (path: string, sizeBytes: number): Promise<string> => {
  await using file = await open(path);
  const content = Buffer.alloc(sizeBytes);
  const { bytesRead } = await file.read(content, 0, sizeBytes, 0);
  return sha256Of(content.subarray(0, bytesRead));
};
