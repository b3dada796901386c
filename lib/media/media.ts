import { type DeclaredField, declarationsIn, type ObjectOf } from "#lib/field.ts";
import { type AudioFormat, audioFormats } from "./audio-formats.ts";
import type { FocalPoint } from "./focal-point.ts";
import {
  audioFields,
  imageFields,
  type MediaField,
  type MediaFields,
  type MediaType,
  type manifestOnlyFields,
  mediaFields,
  videoFields,
} from "./media-fields.ts";

/** The kinds as URLs, blocks and manifest keys name them, in the singular. */
export const mediaKinds = ["image", "audio", "video"] as const;
export type MediaKind = (typeof mediaKinds)[number];

export const isMediaKind = (word: unknown): word is MediaKind => mediaKinds.includes(word as MediaKind);

export interface MediaFile {
  /** Its key in the file store, and its path below the media URL. */
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /**
   * The checksum of the file as it was sent (contract#parts-sha256); absent for renditions and older
   * files.
   */
  readonly partsSha256?: string;
}

/** A picture with its size in pixels when upright. */
export interface PictureFile extends MediaFile {
  readonly width: number;
  readonly height: number;
}

/** `link` and `image` are addresses, or empty. */
export interface Chapter {
  readonly startSeconds: number;
  readonly title: string;
  readonly link: string;
  readonly image: string;
}

/** The stored values of media for a field of each type; some are null while nobody has set any. */
export interface MediaValues extends Readonly<Record<MediaType, unknown>> {
  /** Plain, on one line. */
  text: string;
  choice: string;
  tags: readonly string[];
  /** Ordered by their start, which is unique. */
  chapters: readonly Chapter[];
  /** Its id. */
  collection: number;
  /** The id of a user. */
  owner: number | null;
  /** ISO 8601 UTC. */
  instant: string;
  /** The key in the site manifest, unique per kind; absent if no manifest made the object. */
  key: string;
  /** Null while unknown. */
  seconds: number | null;
  /** Absent where it is not so. */
  mark: true;
  picture: PictureFile;
  point: FocalPoint;
  pictures: readonly PictureFile[];
  recordings: Readonly<Partial<Record<AudioFormat, MediaFile>>>;
  /** A JSON file as web players read it; null without one. */
  transcript: MediaFile | null;
  video: MediaFile;
}

/** The stored value of a field. */
export type MediaValueOf<Field extends MediaField> =
  | (Field extends { readonly choices: readonly (readonly [infer Choice, string])[] }
      ? Choice
      : MediaValues[Field["type"]])
  | (Field extends { readonly empty: null } ? null : never);

/** The object that has these fields; those that may be absent are. */
type MediaWith<Fields extends MediaFields> = ObjectOf<
  Fields,
  { readonly [Name in keyof Fields]: MediaValueOf<Fields[Name]> }
>;

interface MediaObject extends MediaWith<typeof mediaFields & typeof manifestOnlyFields> {
  readonly id: number;
  readonly version: number;
}

/**
 * Renditions are made when the image is stored, so that readers need no image library: `cover` is WebP within
 * 512 × 512 pixels, for covers, lists and feeds; `display` WebP at most 1,600 pixels wide, what pages show,
 * and of an animation its file again; `share` JPEG of 1,200 × 630 pixels, for links to pages elsewhere;
 * `renditions` the picture in more widths, as WebP and AVIF. The last two are absent from images of earlier
 * versions, until a job has made them.
 */
export interface Image extends MediaObject, MediaWith<typeof imageFields> {
  readonly kind: "image";
}

/** Titles are null if nobody gave them. */
export interface Audio extends MediaObject, MediaWith<typeof audioFields> {
  readonly kind: "audio";
}

/** The thumbnail is 300 pixels wide; there is one whenever there is a poster. */
export interface Video extends MediaObject, MediaWith<typeof videoFields> {
  readonly kind: "video";
}

export type Media = Image | Audio | Video;

const withCommon = <Fields extends MediaFields>(fields: Fields): Fields & typeof mediaFields => ({
  ...fields,
  ...mediaFields,
});

/** All fields of each kind; those of all kinds are the last. */
export const allImageFields = /* @__PURE__ */ withCommon(imageFields);
export const allAudioFields = /* @__PURE__ */ withCommon(audioFields);
export const allVideoFields = /* @__PURE__ */ withCommon(videoFields);

/** For functions of all kinds: a function of one kind carries only the fields of that. */
export const fieldsOfMedia = { image: allImageFields, audio: allAudioFields, video: allVideoFields };

/** The declarations of fields of media, each with its name and what uploads and manifests call it. */
export const declaredMedia: <Name extends string>(
  fields: Readonly<Record<Name, MediaField>>,
) => readonly DeclaredField<Name, MediaField>[] = declarationsIn;

/** The values of fields that nobody has set, if they are not null. */
const empties: { readonly [Type in MediaType]?: MediaValues[Type] } = { text: "", tags: [], chapters: [] };

export const emptyMedia = ({ type, empty }: MediaField): unknown =>
  empty === undefined ? (empties[type] ?? null) : empty;

/** False for a field that may be absent and that nobody has set. */
export const isSetMedia = (field: MediaField, value: unknown): boolean =>
  field.always === true || (value !== undefined && value !== emptyMedia(field));

/** The object without the fields that may be absent and are empty, as objects that never had them. */
export const withoutEmptyMedia = <Described extends object>(
  fields: MediaFields,
  media: Described,
): Described => {
  const isKept = ([name, value]: readonly [string, unknown]): boolean => {
    const field = fields[name];
    return !field || isSetMedia(field, value);
  };
  return Object.fromEntries(Object.entries(media).filter(isKept)) as Described;
};

export type MediaOf<Kind extends MediaKind> = Extract<Media, { readonly kind: Kind }>;

/** The files that clients look for by their checksums, the first that is shown first. */
export const originalsOf = (media: Media): readonly MediaFile[] => {
  switch (media.kind) {
    case "image":
      return [media.file];
    case "audio":
      return audioFormats.flatMap((format) => media.files[format] ?? []);
    case "video":
      return [media.original];
  }
};

export const filesOf = (media: Media): readonly MediaFile[] => {
  switch (media.kind) {
    case "image":
      return [
        media.file,
        media.cover,
        media.display,
        ...(media.share ? [media.share] : []),
        ...(media.renditions ?? []),
      ];
    case "audio":
      return [...Object.values(media.files), ...(media.transcript ? [media.transcript] : [])];
    case "video":
      return [media.original, media.poster, media.posterThumbnail].filter((file) => file !== null);
  }
};

/** The plain texts of an image whose words searches find. */
export const searchedTexts = (image: Image): string[] =>
  declaredMedia(imageFields).flatMap(([name, { type, searched }]) =>
    searched && type === "text" ? [String(image[name] ?? "")] : [],
  );
