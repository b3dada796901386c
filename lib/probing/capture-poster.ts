import type { InputFile } from "./input-file.ts";
import { failed, isFailure, type ProbeFailure } from "./probe.ts";
import { runOnFile } from "./run-on-file.ts";

/** The limit of uploaded images. */
const outputBytes = 10 * 1024 * 1024;

/** The frame at second 1 of a video, or the first one of a shorter video: a JPEG of the video's size. */
export const capturePoster = async (file: InputFile, deadlineMs: number): Promise<Buffer | ProbeFailure> => {
  const later = await pictureAt(1, file, deadlineMs);
  return isFailure(later) && later.failure === "probe_failed" ? pictureAt(0, file, deadlineMs) : later;
};

const pictureAt = async (
  second: number,
  file: InputFile,
  deadlineMs: number,
): Promise<Buffer | ProbeFailure> => {
  const from = ["-nostdin", "-threads", "1", "-ss", String(second)];
  // The capital V excludes cover pictures, which are streams as well.
  const picture = ["-map", "0:V:0", "-frames:v", "1"];
  const jpeg = ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p", "-threads", "1"];
  const to = ["-f", "image2pipe", "pipe:1"];
  const output = await runOnFile("ffmpeg", file, { deadlineMs, outputBytes }, (input) => [
    ...[...from, ...input],
    ...[...picture, ...jpeg, ...to],
  ]);
  if (isFailure(output)) return output;
  return isJpeg(output) ? output : failed(`ffmpeg found no picture at second ${second}`);
};

const isJpeg = (content: Buffer): boolean =>
  content.subarray(0, 2).toString("hex") === "ffd8" && content.subarray(-2).toString("hex") === "ffd9";
