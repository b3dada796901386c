import { resolve } from "node:path";
import type { Path, Report } from "#lib/manifest/problem.ts";
import type { Located, Manifest } from "#lib/manifest/read/read-manifest.ts";
import type { ManifestAudio, ManifestImage, ManifestVideo } from "#lib/manifest/schema.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import type { StoredMedia } from "#lib/manifest/stored/stored-media.ts";
import { type AudioFormat, audioFormats } from "#lib/media/media.ts";
import type { AudioAnswer } from "#lib/probing/probe.ts";
import { type FoundFile, findPicture, findRecording, findTranscript } from "./found-file.ts";
import { probeRecording } from "./probe-recording.ts";

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

/** Looks at every file that the manifest's media name, relative to a folder, and reports what is wrong with them. */
export const findMedia = async (
  { images, audios, videos }: Manifest,
  folder: string,
  stored: StoredMedia,
  report: Report,
): Promise<FoundMedia> => {
  const look: Look = async (name, at, find) => {
    const found = await find(resolve(folder, name));
    if (typeof found !== "string") return found;
    report(at, `${name}: ${found}`);
    return undefined;
  };
  const audiosWithFiles = audios.filter(({ at, value }) => {
    const hasFile = audioFormats.some((format) => value[format] !== undefined);
    if (!hasFile) report(at, `expected a file as one of ${audioFormats.join(", ")}`);
    return hasFile;
  });
  return {
    images: (await sideBySide(images, (image) => findImage(image, stored.image, look))).flat(),
    audios: (await sideBySide(audiosWithFiles, (audio) => findAudio(audio, look))).flat(),
    videos: (await sideBySide(videos, (video) => findVideo(video, stored.video, look))).flat(),
  };
};

/** Looks at a file by what the manifest calls it; undefined when something is wrong with it, which has been reported at the path. */
type Look = <Found>(
  name: string,
  at: Path,
  find: (path: string) => Promise<Found | string>,
) => Promise<Found | undefined>;

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
  for (const format of audioFormats) {
    const name = value[format];
    const file = name && (await look(name, [...at, format], (path) => findRecording(path, format)));
    if (file) formats[format] = file;
  }
  const transcript =
    value.transcript && (await look(value.transcript, [...at, "transcript"], findTranscript));
  const sound = await probeFirst(formats, { at, value }, look);
  return sound ? [{ value, sound, formats, transcript: transcript || null }] : [];
};

const probeFirst = async (
  formats: FoundAudio["formats"],
  { at, value }: Located<ManifestAudio>,
  look: Look,
): Promise<AudioAnswer | undefined> => {
  const format = audioFormats.find((each) => formats[each]);
  if (!format) return undefined;
  const probe = () => probeRecording(formats[format]!, value.chapters === undefined);
  return look(value[format]!, [...at, format], probe);
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
