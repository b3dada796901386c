import { createEditor, Refusal, Unreachable, uploadFileOf } from "../../../packages/client/src/index.ts";
import { connection, isSignedOut, messageOf } from "../shell/service.ts";
import { type MediaKind, readCollections, readMediaObject } from "./read-media.ts";
import { words } from "./texts.ts";

/** Fails soon when the connection is lost: the queue waits, and says so. */
const service = createEditor({ ...connection, attempts: 3, firstWaitMs: 300 });

/** The format of an audio, by which the form names its file. */
const audioFormatOf = (name: string): "mp3" | "m4a" | "oga" | "opus" => {
  const end = endOf(name);
  if (end === "m4a" || end === "opus") return end;
  return end === "oga" || end === "ogg" ? "oga" : "mp3";
};

const endOf = (name: string): string => /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? "";

/** Kinds by the ends of names, where the browser does not know the type. */
const kindsByEnd: Readonly<Record<string, MediaKind>> = {
  ...{ jpg: "image", jpeg: "image", png: "image", webp: "image", gif: "image", avif: "image" },
  ...{ mp3: "audio", m4a: "audio", oga: "audio", ogg: "audio", opus: "audio" },
  ...{ mp4: "video", m4v: "video", webm: "video", mov: "video" },
};

/** What a file is; undefined for what is neither picture nor audio nor video. */
export const kindOfFile = ({ name, type }: Pick<File, "name" | "type">): MediaKind | undefined =>
  (/^(image|audio|video)\//.exec(type)?.[1] as MediaKind | undefined) ?? kindsByEnd[endOf(name)];

/** What a queue's failure means. */
export const failureOf = (error: unknown): "lost" | "signed out" | { readonly refused: string } => {
  const message = messageOf(error);
  if (isSignedOut(error)) return "signed out";
  const passing = error instanceof Refusal && (error.status >= 500 || passingCodes.includes(error.code));
  return error instanceof Unreachable || passing ? "lost" : { refused: message };
};

/** 507, a full disk, is told; the others pass. */
const passingCodes = ["request_in_progress", "rate_limited", "busy"];

/** The collection for what is uploaded: the one asked for, if one may add there, else the first. */
const collectionFor = async (kind: MediaKind, wanted: number | undefined): Promise<number> => {
  const there = await readCollections(kind);
  const { id } = there.find((each) => each.id === wanted) ?? there[0] ?? {};
  if (id === undefined) throw new Error(words.uploads.nowhere);
  return id;
};

interface Sending {
  readonly signal: AbortSignal;
  readonly arrived: (bytes: number) => void;
}

/** Sends a file in parts, and makes a picture, audio or video of it. One that is there already is taken. */
export const uploadMedia = async (
  kind: MediaKind,
  file: File,
  wanted: number | undefined,
  { signal, arrived }: Sending,
) => {
  const sent = uploadFileOf(file, file.name);
  const stopped = { ...sent, read: (start: number, end: number) => readPart(sent.read(start, end), signal) };
  const finders = { image: service.findImage, audio: service.findAudio, video: service.findVideo };
  const there = await finders[kind](stopped);
  if (there) return readMediaObject(kind, there.id);
  const description = {
    title: file.name.replace(/\.\w+$/, ""),
    collection: await collectionFor(kind, wanted),
  };
  const how = { signal, watcher: { arrived } };
  const made = await (kind === "image"
    ? service.uploadImage(stopped, description, how)
    : kind === "audio"
      ? service.uploadAudio({ [audioFormatOf(file.name)]: stopped }, description, how)
      : service.uploadVideo(stopped, description, how));
  return readMediaObject(kind, made.id);
};

/** A file of gigabytes is read in pieces; between two of them it can be paused. */
const readPart = async <Part>(part: Promise<Part>, signal: AbortSignal): Promise<Part> => {
  signal.throwIfAborted();
  return part;
};

/** Takes away what has arrived of a file that nobody wants any more. */
export const discardUpload = async ({ name, size }: Pick<File, "name" | "size">): Promise<void> => {
  const sessions = await service.request("get", "/api/editor/uploads/");
  const session = sessions.find((each) => each.name === name && each.size === size && each.state === "open");
  if (session) await service.request("delete", "/api/editor/uploads/{id}/", { params: { id: session.id } });
};
