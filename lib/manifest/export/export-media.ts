import { createHash } from "node:crypto";
import { join } from "node:path/posix";
import { certain } from "#lib/certain.ts";
import type { NamesSaying } from "#lib/field.ts";
import { keyFromId } from "#lib/manifest/stored/stored-state.ts";
import { chapterTime } from "#lib/media/chapters.ts";
import { plainFileName, shownFileName } from "#lib/media/file-key.ts";
import {
  type Audio,
  type Chapter,
  declaredMedia,
  emptyMedia,
  type Image,
  type Media,
  type MediaFile,
  type MediaKind,
  mediaKinds,
  type Video,
} from "#lib/media/media.ts";
import { audioFields, imageFields, type MediaFields, videoFields } from "#lib/media/media-fields.ts";
import { type MediaIds, mediaIds } from "#lib/media/references.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import { allMedia } from "#lib/store/media.ts";
import type { MediaKeyOf } from "./export-references.ts";
import { told, unless, unlessEmpty } from "./exported-fields.ts";

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
  return { all, ids: mediaIds(all), keyOf: (kind, id) => certain(keys.get(kind)).get(id) };
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
    fieldsOf: (media: Media & { kind: Kind }, paths: FilePaths) => object,
  ) =>
    all
      .filter((media): media is Media & { kind: Kind } => media.kind === kind)
      .map((media) => {
        const key = certain(keyOf(kind, media.id));
        return { key, ...fieldsOf(media, pathsOf(media, key)), ...commonFields(media, owners) };
      });
  return unlessEmpty({
    images: entriesOf("image", imageSayings),
    audios: entriesOf("audio", audioSayings),
    videos: entriesOf("video", videoSayings),
  });
};

/** By the field of the file that names it. */
type FilePaths = Readonly<Record<string, string>>;

/** What kinds of media have in common. */
type CommonField = keyof Image & keyof Audio & keyof Video & keyof Media;
type Common = Omit<Pick<Media, CommonField>, "title">;

const isMade = "It is made of the file.";

/** What the file says of declared texts. */
const toldTexts = <const Fields extends MediaFields>(fields: Fields, media: object) =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([name, field, wire]) => {
      const value = (media as Readonly<Record<string, unknown>>)[name] ?? emptyMedia(field);
      const said = { [wire]: value };
      return field.type === "text" ? [[name, field.required ? said : unless(emptyMedia(field), said)]] : [];
    }),
  ) as {
    readonly [Name in NamesSaying<Fields, { readonly type: "text" }>]: Partial<Record<string, unknown>>;
  };

const imageSayings = (image: Image, paths: FilePaths) =>
  told<Omit<Image, keyof Common>>({
    file: paths,
    ...toldTexts(imageFields, image),
    cover: isMade,
    display: isMade,
    share: isMade,
    focalPoint: unless(null, { focal_point: image.focalPoint ?? null }),
    renditions: isMade,
  });

const audioSayings = (audio: Audio, { transcript, ...files }: FilePaths) =>
  told<Omit<Audio, keyof Common>>({
    files,
    transcript: unless(undefined, { transcript }),
    ...toldTexts(audioFields, audio),
    // Empty lists too: without one, the chapters in the file would come back.
    chapters: { chapters: audio.chapters.map(exportedChapter) },
    transcriptDiarizationMode: unless("inherit", {
      transcript_diarization_mode: audio.transcriptDiarizationMode,
    }),
    durationSeconds: "It is read from the file.",
    durationIsEstimate: "It is read from the file.",
  });

const exportedChapter = ({ startSeconds, title, link, image }: Chapter) =>
  told<Chapter>({
    startSeconds: { start: chapterTime(startSeconds) },
    title: { title },
    link: unless("", { link: isWebAddress(link) ? link : "" }),
    image: unless("", { image: isWebAddress(image) ? image : "" }),
  });

const videoSayings = (video: Video, { original, poster }: FilePaths) =>
  told<Omit<Video, keyof Common>>({
    original: { original },
    poster: unless(undefined, { poster }),
    ...toldTexts(videoFields, video),
    posterThumbnail: isMade,
    posterIsFrame: isMade,
  });

const commonFields = ({ collectionId, tags, ownerId, createdAt }: Media, { collections, users }: Owners) =>
  told<Common>({
    collectionId: unless("Root", { collection: collections.get(collectionId) ?? "Root" }),
    tags: unlessEmpty({ tags }),
    ownerId: unless(undefined, { owner: ownerId === null ? undefined : users.get(ownerId) }),
    createdAt: { created_at: createdAt },
    kind: "Each kind has a list.",
    id: "Objects of the file have keys in place of ids.",
    key: "Every entry begins with it.",
    version: "It counts the changes of this service.",
  });

export interface ExportedFile {
  /** The manifest's field for it, such as `mp3`. */
  readonly field: string;
  /** Beside the manifest, such as `media/audios/episode-1/herons.mp3`. */
  readonly path: string;
  readonly file: MediaFile;
}

/** The uploaded files of a media object, without those that were made of them. */
export const exportedFiles = (media: Media, key: string): readonly ExportedFile[] => {
  const folder = join("media", `${media.kind}s`, folderName(key));
  return Object.entries(givenFiles(media)).map(([field, file]) => {
    // A transcript may have any name, even that of an audio file.
    const place = field === "transcript" ? join(folder, field) : folder;
    return { field, path: join(place, shownFileName(file.key)), file };
  });
};

const givenFiles = (media: Media): Readonly<Record<string, MediaFile>> => {
  switch (media.kind) {
    case "image":
      return { file: media.file };
    case "audio":
      return { ...media.files, ...(media.transcript && { transcript: media.transcript }) };
    case "video":
      return { original: media.original, ...(media.poster && { poster: media.poster }) };
  }
};

/** The key, if every file system takes it; else a plain form and a digest after a dot, unlike plain keys. */
const folderName = (key: string): string =>
  /^[a-z0-9_-]{1,80}$/.test(key)
    ? key
    : `${plainFileName(key)}.${createHash("sha256").update(key).digest("hex").slice(0, 12)}`;
