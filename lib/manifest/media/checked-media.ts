import { isObject } from "#lib/blocks/is-object.ts";
import type { Report } from "#lib/manifest/problem.ts";
import { type Located, type Manifest, writtenMedia } from "#lib/manifest/read/read-manifest.ts";
import type { ManifestAudio, ManifestImage, ManifestVideo } from "#lib/manifest/schema.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import type { StoredMedia } from "#lib/manifest/stored/stored-media.ts";
import { type AudioFormat, audioFormats } from "#lib/media/media.ts";
import type { AudioAnswer } from "#lib/probing/probe.ts";
import { checkAudio } from "./check-audio.ts";
import { checkMalformed } from "./check-malformed.ts";
import {
  type CheckedFile,
  type CheckFile,
  checkFileIn,
  checkPicture,
  checkRecording,
  checkTranscript,
} from "./checked-file.ts";

export interface CheckedImage {
  readonly value: ManifestImage;
  readonly file: CheckedFile;
}

export interface CheckedAudio {
  readonly value: ManifestAudio;
  /** The duration of its first file, and its chapters unless the manifest has some. */
  readonly probed: AudioAnswer;
  readonly formats: Readonly<Partial<Record<AudioFormat, CheckedFile>>>;
  readonly transcript: CheckedFile | null;
}

export interface CheckedVideo {
  readonly value: ManifestVideo;
  readonly original: CheckedFile;
  readonly poster: CheckedFile | null;
}

/** Those whose files have no problems. */
export interface CheckedMedia {
  readonly images: readonly CheckedImage[];
  readonly audios: readonly CheckedAudio[];
  readonly videos: readonly CheckedVideo[];
}

/** Checks all media files, relative to a folder. `value` is the manifest with its malformed entries. */
export const checkMedia = async (
  value: unknown,
  manifest: Manifest,
  folder: string,
  stored: StoredMedia,
  report: Report,
): Promise<CheckedMedia> => {
  const checkFile = checkFileIn(folder, report);
  const { images, audios, videos } = manifest;
  reportAudiosWithoutFiles(writtenMedia(value, "audio"), report);
  await checkMalformed(value, manifest, checkFile);
  return {
    images: (await sideBySide(images, (image) => checkImageEntry(image, stored.image, checkFile))).flat(),
    audios: (await sideBySide(audios, (audio) => checkAudioEntry(audio, checkFile))).flat(),
    videos: (await sideBySide(videos, (video) => checkVideoEntry(video, stored.video, checkFile))).flat(),
  };
};

/** Malformed entries included. */
const reportAudiosWithoutFiles = (audios: readonly unknown[], report: Report): void => {
  for (const [index, audio] of audios.entries()) {
    if (isObject(audio) && audioFormats.every((format) => audio[format] === undefined))
      report(["audios", index], `expected a file as one of ${audioFormats.join(", ")}`);
  }
};

const checkImageEntry = async (
  { at, value }: Located<ManifestImage>,
  stored: StoredMedia["image"],
  checkFile: CheckFile,
): Promise<CheckedImage[]> => {
  const former = stored.get(value.key)?.file;
  const file = await checkFile(value.file, [...at, "file"], (path) => checkPicture(path, "image", former));
  return file ? [{ value, file }] : [];
};

const checkAudioEntry = async (
  { at, value }: Located<ManifestAudio>,
  checkFile: CheckFile,
): Promise<CheckedAudio[]> => {
  const formats: Partial<Record<AudioFormat, CheckedFile>> = {};
  let probed: AudioAnswer | undefined;
  for (const format of audioFormats) {
    const name = value[format];
    const wantsChapters = probed === undefined && value.chapters === undefined;
    const check = (path: string) => checkAudio(path, format, { wantsChapters });
    const checked = name && (await checkFile(name, [...at, format], check));
    if (!checked) continue;
    formats[format] = checked.file;
    probed ??= checked.answer;
  }
  const transcript =
    value.transcript && (await checkFile(value.transcript, [...at, "transcript"], checkTranscript));
  return probed ? [{ value, probed, formats, transcript: transcript || null }] : [];
};

const checkVideoEntry = async (
  { at, value }: Located<ManifestVideo>,
  stored: StoredMedia["video"],
  checkFile: CheckFile,
): Promise<CheckedVideo[]> => {
  const former = stored.get(value.key)?.poster;
  const original = await checkFile(value.original, [...at, "original"], (path) =>
    checkRecording(path, "video"),
  );
  const poster =
    value.poster &&
    (await checkFile(value.poster, [...at, "poster"], (path) => checkPicture(path, "poster", former)));
  return original ? [{ value, original, poster: poster || null }] : [];
};
