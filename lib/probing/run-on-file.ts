import { open } from "node:fs/promises";
import type { LocalFile } from "#lib/files/files.ts";
import { audioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import { findProgram, type Program } from "./find-program.ts";
import { isFailure, type ProbeFailure } from "./probe.ts";
import { type RunLimits, runProgram } from "./run-program.ts";

/** The id of the user `nobody` on Linux, who owns no files. */
const nobody = 65_534;

/**
 * Runs a program on one file. A service that runs as root runs it as `nobody` and passes the open file, if
 * `nobody` can start the program and the program reads open files.
 */
export const runOnFile = async (
  program: Program,
  file: InputFile,
  limits: RunLimits,
  argumentsFor: (input: readonly string[]) => readonly string[],
): Promise<Buffer | ProbeFailure> => {
  const argumentsAt = (address: InputAddress) =>
    argumentsFor(inputArguments(program, file.sizeBytes, address));
  const asNobody = await runsAsNobody(program, limits);
  if ("url" in file)
    return runProgram(program, argumentsAt(file.url), limits, asNobody ? { userId: nobody } : {});
  if (!asNobody) return runProgram(program, argumentsAt(`file:${file.path}`), limits);
  await using handle = await open(file.path);
  // Awaited here, because the file is closed on return.
  return await runProgram(program, argumentsAt("fd:"), limits, { inputFd: handle.fd, userId: nobody });
};

const answers = new Map<string, Promise<boolean>>();

/** Tested once per program. */
const runsAsNobody = async (program: Program, { deadlineMs }: RunLimits): Promise<boolean> => {
  const path = process.getuid?.() === 0 && process.platform === "linux" && (await findProgram(program));
  if (!path) return false;
  const known = answers.get(path) ?? takesOpenFiles(program, deadlineMs);
  answers.set(path, known);
  return known;
};

const takesOpenFiles = async (program: Program, deadlineMs: number): Promise<boolean> => {
  const limits = { deadlineMs, outputBytes: 100_000 };
  const protocols = await runProgram(program, ["-v", "error", "-protocols"], limits, { userId: nobody });
  return !isFailure(protocols) && /^\s*fd$/m.test(protocols.toString());
};

/** The input of programs: a file of this machine, or a file of a bucket at a loopback address. */
export type InputFile = LocalFile | ServedFile;

/** See `with-served-file.ts`. */
export interface ServedFile {
  readonly url: `http://127.0.0.1:${string}`;
  readonly sizeBytes: number;
}

/** ffprobe needs a decoder for each stream: those of the audio formats, of covers and of chapter titles. */
const forAudio = [
  ...audioFormats.map((format) => audioFormat(format).decoders),
  ...["ac3", "eac3", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_f32le"],
  ...["mjpeg", "png", "gif", "bmp", "webp", "mov_text", "h264", "hevc", "mpeg4"],
];

const forVideo = [
  ...["h264", "hevc", "av1", "libdav1d", "libaom-av1", "vp8", "vp9", "libvpx-vp9", "mpeg4", "mpeg2video"],
  ...["mpeg1video", "msmpeg4", "msmpeg4v2", "h263", "mjpeg", "prores", "dvvideo", "rawvideo"],
];

const decoders: Readonly<Record<Program, readonly string[]>> = {
  ffprobe: forAudio,
  ffmpeg: [...new Set([...forAudio, ...forVideo])],
};

/** The demuxers of audios and videos. */
const demuxers = new Set([...audioFormats.map((format) => audioFormat(format).demuxer), "mov", "avi"]);

/** Larger pictures are not decoded: covers, which are not used, and video frames above 8K. */
const maxPixels: Readonly<Record<Program, number>> = { ffprobe: 4_000_000, ffmpeg: 36_000_000 };

/** An open file, a path, or the address of a file that this process serves. */
export type InputAddress = "fd:" | `file:${string}` | `http:${string}`;

/** `http` opens its connections by `tcp`. */
const protocolsFor = (address: InputAddress): string =>
  address.startsWith("http:") ? "http,tcp" : address.slice(0, address.indexOf(":"));

/**
 * Lets ffprobe and ffmpeg open one file and nothing else: no formats whose files name others, so no network
 * except to a file that this process serves; only the usual decoders, and no picture above a number of
 * pixels.
 */
const inputArguments = (program: Program, sizeBytes: number, address: InputAddress): readonly string[] => [
  ...["-v", "error"],
  ...["-protocol_whitelist", `${protocolsFor(address)},subfile`],
  ...["-format_whitelist", [...demuxers].join(",")],
  ...["-codec_whitelist", decoders[program].join(",")],
  ...["-max_pixels", String(maxPixels[program])],
  ...["-i", `subfile,,start,0,end,${sizeBytes},,:${address}`],
];
