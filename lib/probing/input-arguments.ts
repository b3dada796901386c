import { audioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import type { Program } from "./find-program.ts";

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
 * but for a file that this process serves; only the usual decoders, and no picture above a number of pixels.
 */
export const inputArguments = (
  program: Program,
  sizeBytes: number,
  address: InputAddress,
): readonly string[] => [
  ...["-v", "error"],
  ...["-protocol_whitelist", `${protocolsFor(address)},subfile`],
  ...["-format_whitelist", [...demuxers].join(",")],
  ...["-codec_whitelist", decoders[program].join(",")],
  ...["-max_pixels", String(maxPixels[program])],
  ...["-i", `subfile,,start,0,end,${sizeBytes},,:${address}`],
];
