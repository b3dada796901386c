import * as z from "zod/mini";
import { type Client, ServiceRefusal } from "#cli/publish/client.ts";
import { audioFormats } from "#lib/media/audio-formats.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { readEditorAudio, readEditorImage, readEditorVideo } from "#lib/routes/editor-media-objects.ts";
import { readAudioTranscript } from "#lib/routes/editor-transcripts.ts";
import { mediaFileName, type RemoteFile } from "./media-files.ts";

/** A medium as files in the folder of a blog or podcast. */
export interface ExportedMedium {
  /** One, but for an audio in several formats. */
  readonly files: readonly NamedRemoteFile[];
  /** The description of the image. */
  readonly alt: string;
  readonly audio?: {
    readonly chapters: readonly { start: number; title: string; link: string; image: string }[];
    /** The transcript in a form that `lectern publish` takes; undefined if the service cannot give it. */
    readonly transcript?: () => Promise<NamedText | undefined>;
  };
}

export type NamedRemoteFile = RemoteFile & { readonly path: string };

export interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** Looks media up, each once. Undefined for one that the token may not see. */
export const mediaLookup = (client: Client) => {
  const known = new Map<string, Promise<ExportedMedium | undefined>>();
  return (kind: MediaKind, id: number): Promise<ExportedMedium | undefined> => {
    const key = `${kind} ${id}`;
    const found = known.get(key) ?? lookUp(client, kind, id).catch(unlessHidden);
    known.set(key, found);
    return found;
  };
};

export type FindMedium = ReturnType<typeof mediaLookup>;

const unlessHidden = (error: unknown): undefined => {
  if (error instanceof ServiceRefusal && [403, 404].includes(error.status)) return;
  throw error;
};

const lookUp = async (client: Client, kind: MediaKind, id: number): Promise<ExportedMedium> => {
  const params = { id };
  const fileAt = (address: string, sha256: string | null): NamedRemoteFile => ({
    ...{ address, sha256, path: mediaFileName(id, address) },
  });
  if (kind === "image") {
    const { file, alt_text: alt, parts_sha256 } = await client(readEditorImage, { params });
    return { files: [fileAt(file, parts_sha256)], alt };
  }
  if (kind === "video") {
    const { original, parts_sha256 } = await client(readEditorVideo, { params });
    return { files: [fileAt(original, parts_sha256)], alt: "" };
  }
  const audio = await client(readEditorAudio, { params });
  const addresses = audioFormats.flatMap((format) => audio[format] ?? []);
  const { chapters, transcript } = audio;
  return {
    // The checksum is that of the first.
    files: addresses.map((address, index) => fileAt(address, index === 0 ? audio.parts_sha256 : null)),
    alt: "",
    audio: {
      chapters,
      ...(transcript && { transcript: () => transcriptOf(client, id) }),
    },
  };
};

/** The service keeps transcripts in a form of its own. */
const transcriptOf = async (client: Client, id: number): Promise<NamedText | undefined> => {
  try {
    const route = { ...readAudioTranscript, answer: z.looseObject({}) };
    const segments = await client(route, { params: { id }, query: { format: "json" } });
    return { path: `media/${id}-transcript.json`, text: `${JSON.stringify(segments, null, 1)}\n` };
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status < 500) return undefined;
    throw error;
  }
};
