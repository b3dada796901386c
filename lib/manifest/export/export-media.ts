import { keyFromId } from "#lib/manifest/stored/stored-media.ts";
import { chapterTime } from "#lib/media/chapter-time.ts";
import {
  type Audio,
  type Chapter,
  type Image,
  type Media,
  type MediaKind,
  mediaKinds,
  type Video,
} from "#lib/media/media.ts";
import { type MediaIds, mediaIds } from "#lib/media/references.ts";
import { isWebAddress } from "#lib/richtext/link-scheme.ts";
import { allMedia } from "#lib/store/media.ts";
import type { MediaKeyOf } from "./export-references.ts";
import { unless, unlessEmpty } from "./exported-fields.ts";
import { exportedFiles } from "./exported-files.ts";

/** All media of a site with their keys in the file. */
export interface NamedMedia {
  readonly all: readonly Media[];
  readonly ids: MediaIds;
  readonly keyOf: MediaKeyOf;
}

/** By kind and id. Media without a key get one made of their id. Cost: a request per kind and megabyte. */
export const readNamedMedia = async (): Promise<NamedMedia> => {
  const all: Media[] = [];
  for (const kind of mediaKinds) for await (const page of allMedia(kind)) all.push(...page);
  const keys = new Map(mediaKinds.map((kind) => [kind, keysOf(all.filter((media) => media.kind === kind))]));
  return { all, ids: mediaIds(all), keyOf: (kind, id) => keys.get(kind)!.get(id) };
};

const keysOf = (media: readonly Media[]): ReadonlyMap<number, string> => {
  const taken = new Set(media.map(({ key }) => key));
  return new Map(media.map(({ kind, id, key }) => [id, key ?? freeKey(kind, id, taken)]));
};

const freeKey = (kind: MediaKind, id: number, taken: ReadonlySet<string | undefined>): string => {
  let key = keyFromId(kind, id);
  while (taken.has(key)) key += "-again";
  return key;
};

interface Owners {
  readonly collections: ReadonlyMap<number, string>;
  readonly users: ReadonlyMap<number, string>;
}

export const exportedMedia = ({ all, keyOf }: NamedMedia, owners: Owners) => {
  const pathsOf = (media: Media, key: string) =>
    Object.fromEntries(exportedFiles(media, key).map(({ field, path }) => [field, path]));
  const entriesOf = <Kind extends MediaKind>(
    kind: Kind,
    fieldsOf: (media: Media & { kind: Kind }) => object,
  ) =>
    all
      .filter((media): media is Media & { kind: Kind } => media.kind === kind)
      .map((media) => {
        const key = keyOf(kind, media.id)!;
        return { key, ...pathsOf(media, key), ...fieldsOf(media), ...commonFields(media, owners) };
      });
  return unlessEmpty({
    images: entriesOf("image", imageFields),
    audios: entriesOf("audio", audioFields),
    videos: entriesOf("video", videoFields),
  });
};

const imageFields = ({ title, description }: Image) => ({ title, ...unless("", { description }) });

const audioFields = ({ title, subtitle, chapters, transcriptDiarizationMode }: Audio) => ({
  ...unless(null, { title, subtitle }),
  // Empty lists too: without one, the chapters in the file would come back.
  chapters: chapters.map(exportedChapter),
  ...unless("inherit", { transcript_diarization_mode: transcriptDiarizationMode }),
});

const exportedChapter = ({ startSeconds, title, link, image }: Chapter) => ({
  start: chapterTime(startSeconds),
  title,
  ...unless("", { link: isWebAddress(link) ? link : "", image: isWebAddress(image) ? image : "" }),
});

const videoFields = ({ title }: Video) => ({ title });

const commonFields = ({ collectionId, tags, ownerId, createdAt }: Media, { collections, users }: Owners) => ({
  ...unless("Root", { collection: collections.get(collectionId) ?? "Root" }),
  ...unlessEmpty({ tags }),
  ...unless(undefined, { owner: ownerId === null ? undefined : users.get(ownerId) }),
  created_at: createdAt,
});
