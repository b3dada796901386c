import { uploadFileOf } from "../../../packages/client/src/index.ts";
import { service } from "../shell/service.ts";
import { type MediaKind, readMedia, type ShownMedia } from "./read-media.ts";

/** The format of an audio, by which the form names its file. */
const audioFormatOf = (name: string): "mp3" | "m4a" | "oga" | "opus" => {
  const end = /\.(\w+)$/.exec(name.toLowerCase())?.[1];
  if (end === "m4a" || end === "opus") return end;
  return end === "oga" || end === "ogg" ? "oga" : "mp3";
};

let collection: Promise<number> | undefined;

/** The collection for what is uploaded here: the first to which one may add. */
const ownCollection = (): Promise<number> => {
  collection ??= service
    .request("get", "/api/editor/media/collections/")
    .then((collections) => (collections as unknown as readonly { readonly id: number }[])[0]?.id ?? 1);
  return collection;
};

/** Sends a file in parts, and makes a picture, audio or video of it. One that is there already is taken. */
export const uploadMedia = async (
  kind: MediaKind,
  file: File,
  progress: (share: number) => void = () => {},
): Promise<ShownMedia> => {
  const sent = uploadFileOf(file, file.name);
  const there = await (kind === "image"
    ? service.findImage(sent)
    : kind === "audio"
      ? service.findAudio(sent)
      : service.findVideo(sent));
  if (there) return readMedia(kind, there.id);
  const description = { title: file.name.replace(/\.\w+$/, ""), collection: await ownCollection() };
  let bytes = 0;
  const how = {
    watcher: {
      arrived: (more: number) => {
        bytes += more;
        progress(bytes / Math.max(file.size, 1));
      },
    },
  };
  const made = await (kind === "image"
    ? service.uploadImage(sent, description, how)
    : kind === "audio"
      ? service.uploadAudio({ [audioFormatOf(file.name)]: sent }, description, how)
      : service.uploadVideo(sent, description, how));
  return readMedia(kind, made.id);
};
