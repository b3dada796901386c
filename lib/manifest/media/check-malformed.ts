import { isObject } from "#lib/blocks/is-object.ts";
import { text } from "#lib/manifest/fields.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { writtenMedia } from "#lib/manifest/read/written.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import { audioFormats } from "#lib/media/audio-formats.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { CheckFile, ManifestFiles } from "./manifest-files.ts";

type Checks = Readonly<Record<string, (files: ManifestFiles, name: string) => Promise<unknown>>>;

const audioChecks: Checks = Object.fromEntries(
  audioFormats.map((format) => [
    format,
    (files, name) => files.audio(name, format, { wantsChapters: false, stored: undefined }),
  ]),
);

/** By the field that names the file. */
const checks: Readonly<Record<MediaKind, Checks>> = {
  image: { file: (files, name) => files.picture(name, "image", null) },
  audio: { ...audioChecks, transcript: (files, name) => files.transcript(name, null) },
  video: {
    original: (files, name) => files.video(name, undefined),
    poster: (files, name) => files.picture(name, "poster", null),
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
    if (name !== undefined) await checkFile(name, [`${kind}s`, index, field], (files) => check(files, name));
  }
};
