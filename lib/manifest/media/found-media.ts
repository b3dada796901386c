import { isObject } from "#lib/blocks/is-object.ts";
import type { Report } from "#lib/manifest/problem.ts";
import { type Located, type Manifest, writtenMedia } from "#lib/manifest/read/read-manifest.ts";
import type { ManifestAudio, ManifestImage, ManifestVideo } from "#lib/manifest/schema.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import type { StoredMedia } from "#lib/manifest/stored/stored-media.ts";
import { type AudioFormat, audioFormats } from "#lib/media/media.ts";
import type { AudioAnswer } from "#lib/probing/probe.ts";
import { type FoundFile, findPicture, findRecording, findTranscript } from "./found-file.ts";
import { findSound } from "./found-sound.ts";
import { type Look, lookIn } from "./look.ts";
import { lookAtMalformed } from "./malformed-media.ts";

/** An image of the file, with its file. */
export interface FoundImage {
  readonly value: ManifestImage;
  readonly file: FoundFile;
}

/** An audio of the file, with its files. */
export interface FoundAudio {
  readonly value: ManifestAudio;
  /** What the first of its files says, of its chapters only where the manifest does not. */
  readonly sound: AudioAnswer;
  readonly formats: Readonly<Partial<Record<AudioFormat, FoundFile>>>;
  readonly transcript: FoundFile | null;
}

/** A video of the file, with its files. */
export interface FoundVideo {
  readonly value: ManifestVideo;
  readonly original: FoundFile;
  readonly poster: FoundFile | null;
}

/** The media of a manifest whose files were found to be in order. */
export interface FoundMedia {
  readonly images: readonly FoundImage[];
  readonly audios: readonly FoundAudio[];
  readonly videos: readonly FoundVideo[];
}

/**
 * Looks at every file that the media of a manifest name, relative to a folder, and reports what is wrong with them. `value`
 * is the whole manifest, of which entries that are malformed have files too.
 */
export const findMedia = async (
  value: unknown,
  manifest: Manifest,
  folder: string,
  stored: StoredMedia,
  report: Report,
): Promise<FoundMedia> => {
  const look = lookIn(folder, report);
  const { images, audios, videos } = manifest;
  reportSilent(writtenMedia(value, "audio"), report);
  await lookAtMalformed(value, manifest, look);
  return {
    images: (await sideBySide(images, (image) => findImage(image, stored.image, look))).flat(),
    audios: (await sideBySide(audios, (audio) => findAudio(audio, look))).flat(),
    videos: (await sideBySide(videos, (video) => findVideo(video, stored.video, look))).flat(),
  };
};

/** Reports audios without any format, also one that is malformed. */
const reportSilent = (audios: readonly unknown[], report: Report): void => {
  for (const [index, audio] of audios.entries()) {
    if (isObject(audio) && audioFormats.every((format) => audio[format] === undefined))
      report(["audios", index], `expected a file as one of ${audioFormats.join(", ")}`);
  }
};

const findImage = async (
  { at, value }: Located<ManifestImage>,
  stored: StoredMedia["image"],
  look: Look,
): Promise<FoundImage[]> => {
  const former = stored.get(value.key)?.file;
  const file = await look(value.file, [...at, "file"], (path) => findPicture(path, "image", former));
  return file ? [{ value, file }] : [];
};

const findAudio = async ({ at, value }: Located<ManifestAudio>, look: Look): Promise<FoundAudio[]> => {
  const formats: Partial<Record<AudioFormat, FoundFile>> = {};
  let sound: AudioAnswer | undefined;
  for (const format of audioFormats) {
    const name = value[format];
    const wantsChapters = sound === undefined && value.chapters === undefined;
    const find = (path: string) => findSound(path, format, { wantsChapters });
    const found = name && (await look(name, [...at, format], find));
    if (!found) continue;
    formats[format] = found.file;
    sound ??= found.answer;
  }
  const transcript =
    value.transcript && (await look(value.transcript, [...at, "transcript"], findTranscript));
  return sound ? [{ value, sound, formats, transcript: transcript || null }] : [];
};

const findVideo = async (
  { at, value }: Located<ManifestVideo>,
  stored: StoredMedia["video"],
  look: Look,
): Promise<FoundVideo[]> => {
  const former = stored.get(value.key)?.poster;
  const original = await look(value.original, [...at, "original"], (path) => findRecording(path, "video"));
  const poster =
    value.poster &&
    (await look(value.poster, [...at, "poster"], (path) => findPicture(path, "poster", former)));
  return original ? [{ value, original, poster: poster || null }] : [];
};
