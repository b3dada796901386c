import { type AudioFormat, audioFormats } from "./audio-formats.ts";

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

interface MediaObject {
  readonly id: number;
  readonly collectionId: number;
  readonly tags: readonly string[];
  readonly ownerId: number | null;
  /** An instant, ISO 8601 UTC. */
  readonly createdAt: string;
  /** The key in the site manifest, unique per kind; absent if no manifest made the object. */
  readonly key?: string;
  readonly version: number;
}

/** Renditions are made when the image is stored, so that readers need no image library. */
export interface Image extends MediaObject {
  readonly kind: "image";
  readonly title: string;
  readonly description: string;
  readonly file: PictureFile;
  /** WebP within 512 × 512 pixels: covers, lists and feeds. */
  readonly cover: PictureFile;
  /** WebP at most 1,600 pixels wide: what pages show. */
  readonly display: PictureFile;
  /** JPEG of 1,200 × 630 pixels, for links to pages elsewhere; absent from images of earlier versions. */
  readonly share?: PictureFile;
}

/** `link` and `image` are addresses, or empty. */
export interface Chapter {
  readonly startSeconds: number;
  readonly title: string;
  readonly link: string;
  readonly image: string;
}

/** Titles are null if nobody gave them. */
export interface Audio extends MediaObject {
  readonly kind: "audio";
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly files: Readonly<Partial<Record<AudioFormat, MediaFile>>>;
  /** Null while unknown. */
  readonly durationSeconds: number | null;
  /** Ordered by their start, which is unique. */
  readonly chapters: readonly Chapter[];
  /** A JSON file as web players read it; null without one. */
  readonly transcript: MediaFile | null;
  /** `disabled` hides the speakers' labels from web players. */
  readonly transcriptDiarizationMode: "inherit" | "disabled";
}

/** The thumbnail is 300 pixels wide; there is one whenever there is a poster. */
export interface Video extends MediaObject {
  readonly kind: "video";
  readonly title: string;
  readonly original: MediaFile;
  readonly poster: PictureFile | null;
  readonly posterThumbnail: PictureFile | null;
}

export type Media = Image | Audio | Video;

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
      return [media.file, media.cover, media.display, ...(media.share ? [media.share] : [])];
    case "audio":
      return [...Object.values(media.files), ...(media.transcript ? [media.transcript] : [])];
    case "video":
      return [media.original, media.poster, media.posterThumbnail].filter((file) => file !== null);
  }
};
