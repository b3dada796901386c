import { isObject } from "#lib/blocks/is-object.ts";
import { text } from "#lib/manifest/fields.ts";
import type { Report } from "#lib/manifest/problem.ts";
import type { Located, Manifest } from "#lib/manifest/read/read-manifest.ts";
import { writtenMedia } from "#lib/manifest/read/written.ts";
import type { ManifestAudio, ManifestImage, ManifestVideo } from "#lib/manifest/schema.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import type { StoredMedia } from "#lib/manifest/stored/stored-state.ts";
import { type AudioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { CheckedFile, CheckedPicture, CheckFile, ManifestFiles, ProbedAudio } from "./manifest-files.ts";

export interface CheckedImage {
  readonly value: ManifestImage;
  readonly file: CheckedPicture;
}

export interface CheckedAudio {
  readonly value: ManifestAudio;
  /** The duration of its first file, and its chapters unless the manifest has some. */
  readonly probed: ProbedAudio["answer"];
  readonly formats: Readonly<Partial<Record<AudioFormat, CheckedFile>>>;
  readonly transcript: CheckedFile | null;
}

export interface CheckedVideo {
  readonly value: ManifestVideo;
  readonly original: CheckedFile;
  readonly poster: CheckedFile | null;
}

/** The media whose files have no problems. */
export interface CheckedMedia {
  readonly images: readonly CheckedImage[];
  readonly audios: readonly CheckedAudio[];
  readonly videos: readonly CheckedVideo[];
}

/** Checks all media files. `value` is the manifest with its malformed entries. */
export const checkMedia = async (
  value: unknown,
  manifest: Manifest,
  files: ManifestFiles,
  stored: StoredMedia,
  report: Report,
): Promise<CheckedMedia> => {
  const checkFile: CheckFile = async (name, at, check) => {
    const checked = await check(files);
    if (typeof checked !== "string") return checked;
    report(at, `${name}: ${checked}`);
    return undefined;
  };
  const { images, audios, videos } = manifest;
  reportAudiosWithoutFiles(writtenMedia(value, "audio"), report);
  await checkMalformed(value, manifest, checkFile);
  return {
    images: (await sideBySide(images, (image) => checkImageEntry(image, stored.image, checkFile))).flat(),
    audios: (await sideBySide(audios, (audio) => checkAudioEntry(audio, stored.audio, checkFile))).flat(),
    videos: (await sideBySide(videos, (video) => checkVideoEntry(video, stored.video, checkFile))).flat(),
  };
};

/** Reports audios without files, malformed entries included. */
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
  const file = await checkFile(value.file, [...at, "file"], (files) =>
    files.picture(value.file, "image", former),
  );
  return file ? [{ value, file }] : [];
};

const checkAudioEntry = async (
  { at, value }: Located<ManifestAudio>,
  stored: StoredMedia["audio"],
  checkFile: CheckFile,
): Promise<CheckedAudio[]> => {
  const formats: Partial<Record<AudioFormat, CheckedFile>> = {};
  const former = stored.get(value.key);
  let probed: CheckedAudio["probed"] | undefined;
  for (const format of audioFormats) {
    const name = value[format];
    const wantsChapters = probed === undefined && value.chapters === undefined;
    const wishes = { wantsChapters, stored: former };
    const checked =
      name && (await checkFile(name, [...at, format], (files) => files.audio(name, format, wishes)));
    if (!checked) continue;
    formats[format] = checked.file;
    probed ??= checked.answer;
  }
  const { transcript: named } = value;
  const transcript =
    named &&
    (await checkFile(named, [...at, "transcript"], (files) => files.transcript(named, former?.transcript)));
  return probed ? [{ value, probed, formats, transcript: transcript || null }] : [];
};

const checkVideoEntry = async (
  { at, value }: Located<ManifestVideo>,
  stored: StoredMedia["video"],
  checkFile: CheckFile,
): Promise<CheckedVideo[]> => {
  const former = stored.get(value.key);
  const original = await checkFile(value.original, [...at, "original"], (files) =>
    files.video(value.original, former?.original),
  );
  const { poster: named } = value;
  const poster =
    named &&
    (await checkFile(named, [...at, "poster"], (files) => files.picture(named, "poster", former?.poster)));
  return original ? [{ value, original, poster: poster || null }] : [];
};

type Checks = Readonly<Record<string, (files: ManifestFiles, name: string) => Promise<unknown>>>;

const audioChecks: Checks = Object.fromEntries(
  audioFormats.map((format) => [
    format,
    (files, name) => files.audio(name, format, { wantsChapters: false, stored: undefined }),
  ]),
);

/** The check of each file, by the field that names it. */
const checks: Readonly<Record<MediaKind, Checks>> = {
  image: { file: (files, name) => files.picture(name, "image", null) },
  audio: { ...audioChecks, transcript: (files, name) => files.transcript(name, null) },
  video: {
    original: (files, name) => files.video(name, undefined),
    poster: (files, name) => files.picture(name, "poster", null),
  },
};

/** Checks the files of malformed entries too, so that one run reports all problems. */
const checkMalformed = async (value: unknown, manifest: Manifest, checkFile: CheckFile): Promise<void> => {
  for (const kind of mediaKinds) {
    const wellFormed = new Set(manifest[`${kind}s`].map(({ at }) => at[1]));
    await sideBySide([...writtenMedia(value, kind).entries()], async ([index, entry]) => {
      if (!wellFormed.has(index)) await checkEntry(kind, entry, index, checkFile);
    });
  }
};

const fileName = text();

const checkEntry = async (
  kind: MediaKind,
  entry: unknown,
  index: number,
  checkFile: CheckFile,
): Promise<void> => {
  if (!isObject(entry)) return;
  for (const [field, check] of Object.entries(checks[kind])) {
    const { data: name } = fileName.safeParse(entry[field]);
    if (name !== undefined) await checkFile(name, [`${kind}s`, index, field], (files) => check(files, name));
  }
};
