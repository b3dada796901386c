import { isObject } from "#lib/blocks/is-object.ts";
import { text } from "#lib/manifest/fields.ts";
import { type Manifest, writtenMedia } from "#lib/manifest/read/read-manifest.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import { audioFormats, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { checkAudio } from "./check-audio.ts";
import { type CheckFile, checkPicture, checkRecording, checkTranscript } from "./checked-file.ts";

type Checks = Readonly<Record<string, (path: string) => Promise<unknown>>>;

const audioChecks: Checks = Object.fromEntries(
  audioFormats.map((format) => [format, (path) => checkAudio(path, format, { wantsChapters: false })]),
);

/** By the field that names the file. */
const checks: Readonly<Record<MediaKind, Checks>> = {
  image: { file: (path) => checkPicture(path, "image", null) },
  audio: { ...audioChecks, transcript: checkTranscript },
  video: {
    original: (path) => checkRecording(path, "video"),
    poster: (path) => checkPicture(path, "poster", null),
  },
};

/** Checks the files of malformed entries too, so that one run reports all problems. */
export const checkMalformed = async (
  value: unknown,
  manifest: Manifest,
  checkFile: CheckFile,
): Promise<void> => {
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
    if (name !== undefined) await checkFile(name, [`${kind}s`, index, field], check);
  }
};
