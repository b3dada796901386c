import { createHash } from "node:crypto";
import { join } from "node:path/posix";
import { plainFileName, shownFileName } from "#lib/media/file-key.ts";
import type { Media, MediaFile } from "#lib/media/media.ts";

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
