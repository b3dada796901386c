import { isObject } from "#lib/blocks/is-object.ts";
import { text } from "#lib/manifest/fields.ts";
import { type Manifest, writtenMedia } from "#lib/manifest/read/read-manifest.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import { audioFormats, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { findPicture, findRecording, findTranscript } from "./found-file.ts";
import { findSound } from "./found-sound.ts";
import type { Look } from "./look.ts";

type Finders = Readonly<Record<string, (path: string) => Promise<unknown>>>;

const soundFinders: Finders = Object.fromEntries(
  audioFormats.map((format) => [format, (path) => findSound(path, format, { wantsChapters: false })]),
);

/** What looks at the file that a field names. */
const finders: Readonly<Record<MediaKind, Finders>> = {
  image: { file: (path) => findPicture(path, "image", null) },
  audio: { ...soundFinders, transcript: findTranscript },
  video: {
    original: (path) => findRecording(path, "video"),
    poster: (path) => findPicture(path, "poster", null),
  },
};

/** Looks at the files of entries that are left out for something else, so that all that is wrong is said at once. */
export const lookAtMalformed = async (value: unknown, manifest: Manifest, look: Look): Promise<void> => {
  for (const kind of mediaKinds) {
    const wellFormed = new Set(manifest[`${kind}s`].map(({ at }) => at[1]));
    await sideBySide([...writtenMedia(value, kind).entries()], async ([index, entry]) => {
      if (!wellFormed.has(index)) await lookAtEntry(kind, entry, index, look);
    });
  }
};

const fileName = text();

const lookAtEntry = async (kind: MediaKind, entry: unknown, index: number, look: Look): Promise<void> => {
  if (!isObject(entry)) return;
  for (const [field, find] of Object.entries(finders[kind])) {
    const { data: name } = fileName.safeParse(entry[field]);
    if (name !== undefined) await look(name, [`${kind}s`, index, field], find);
  }
};
