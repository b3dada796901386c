import { hash } from "node:crypto";
import type { Client } from "#cli/publish/client.ts";
import { audioFormats } from "#lib/media/audio-formats.ts";
import { uploadAudio, uploadImage, uploadVideo } from "#lib/routes/editor-media.ts";
import type { UploadSource } from "./source.ts";

export interface MediaDescription {
  readonly title: string | undefined;
  readonly collectionId: number;
  readonly tags: string | undefined;
  /** Describes an image. */
  readonly alt?: string;
}

export interface CreatedMedia {
  readonly id: number;
  /** Site-relative. */
  readonly url: string;
  /** True of a video that has no poster. */
  readonly lacksPoster?: boolean;
}

/**
 * Makes a media object from a complete upload. A later run that asks for the same gets the same object;
 * `key` is by default one of the request. Throws a `ServiceRefusal` if it is invalid.
 */
export const createMedia = async (
  client: Client,
  uploadId: number,
  { kind, field, name }: UploadSource,
  { title, collectionId, tags, alt }: MediaDescription,
  key?: string,
): Promise<CreatedMedia> => {
  const form = {
    [field]: String(uploadId),
    ...(title === undefined && kind !== "audio" ? { title: withoutExtension(name) } : {}),
    ...(title === undefined ? {} : { title }),
    collection: String(collectionId),
    ...(tags === undefined ? {} : { tags }),
    ...(alt === undefined || kind !== "image" ? {} : { description: alt }),
  };
  const sent = { form, key: key ?? `lectern-upload-${hash("sha256", JSON.stringify(form))}` };
  if (kind === "image") {
    const { id, file } = await client(uploadImage, sent);
    return { id, url: file };
  }
  if (kind === "video") {
    const { id, original, poster } = await client(uploadVideo, sent);
    return { id, url: original, lacksPoster: poster === null };
  }
  const audio = await client(uploadAudio, sent);
  const [url = ""] = audioFormats.flatMap((format) => audio[format] ?? []);
  return { id: audio.id, url };
};

/** The default title; audios need none. */
const withoutExtension = (name: string): string => name.replace(/\.[^.]+$/, "");
