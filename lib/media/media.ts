/** The kinds of media, by the words of their URLs, blocks and manifest keys in the singular. */
export const mediaKinds = ["image", "audio", "video"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** True for the word of a kind of media. */
export const isMediaKind = (word: unknown): word is MediaKind => mediaKinds.includes(word as MediaKind);

/** The audio formats, in the order in which they are listed and preferred. */
export const audioFormats = ["mp3", "m4a", "oga", "opus"] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** A file in the file store. */
export interface MediaFile {
  /** Its key there, and its path below the media URL. */
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** A picture with its size in pixels, as it is shown: turned upright. */
export interface PictureFile extends MediaFile {
  readonly width: number;
  readonly height: number;
}

/** What all media say of themselves. `version` goes up with every change. */
interface MediaObject {
  readonly id: number;
  readonly collectionId: number;
  /** In the order in which they were given. */
  readonly tags: readonly string[];
  readonly ownerId: number | null;
  /** An instant, ISO 8601 UTC. */
  readonly createdAt: string;
  /** What the site manifest calls it; absent where no manifest made it. Unique per kind. */
  readonly key?: string;
  readonly version: number;
}

/** An image. Its renditions are made when it is stored, so that whoever reads needs no image library. */
export interface Image extends MediaObject {
  readonly kind: "image";
  readonly title: string;
  readonly description: string;
  readonly file: PictureFile;
  /** WebP within 512 × 512 pixels: covers, lists and feeds. */
  readonly cover: PictureFile;
  /** WebP at most 1,600 pixels wide: what pages show. */
  readonly display: PictureFile;
}

/** A chapter of an audio. `link` and `image` are addresses, or empty. */
export interface Chapter {
  readonly startSeconds: number;
  readonly title: string;
  readonly link: string;
  readonly image: string;
}

/** An audio, in one format or several. Titles are null when nobody gave them. */
export interface Audio extends MediaObject {
  readonly kind: "audio";
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly files: Readonly<Partial<Record<AudioFormat, MediaFile>>>;
  /** Null while unknown. */
  readonly durationSeconds: number | null;
  /** By their start, no two at the same. */
  readonly chapters: readonly Chapter[];
  /** A JSON file as web players read it; null without one. */
  readonly transcript: MediaFile | null;
  /** `disabled` takes the speakers' labels out of what web players get. */
  readonly transcriptDiarizationMode: "inherit" | "disabled";
}

/** A video. The thumbnail is 300 pixels wide, and there whenever there is a poster. */
export interface Video extends MediaObject {
  readonly kind: "video";
  readonly title: string;
  readonly original: MediaFile;
  readonly poster: PictureFile | null;
  readonly posterThumbnail: PictureFile | null;
}

export type Media = Image | Audio | Video;

/** A media object of one kind. */
export type MediaOf<Kind extends MediaKind> = Extract<Media, { readonly kind: Kind }>;

/** Every file that the object has in the file store, renditions included. */
export const filesOf = (media: Media): readonly MediaFile[] => {
  switch (media.kind) {
    case "image":
      return [media.file, media.cover, media.display];
    case "audio":
      return [...Object.values(media.files), ...(media.transcript ? [media.transcript] : [])];
    case "video":
      return [media.original, media.poster, media.posterThumbnail].filter((file) => file !== null);
  }
};
