import type { FocalPoint } from "#lib/media/focal-point.ts";
import type { ListPart } from "../shell/long-list.ts";
import { service } from "../shell/service.ts";
import { percent } from "./points.ts";

export type MediaKind = "image" | "audio" | "video";

export const mediaKinds: readonly MediaKind[] = ["image", "audio", "video"];

/** A picture, audio or video as the API shows it with its details; what a kind has not is left out. */
export interface MediaObject {
  readonly id: number;
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly collection: { readonly id: number; readonly name: string };
  readonly edit_url: string | null;
  readonly may?: { readonly edit: boolean; readonly delete: boolean; readonly choose: boolean };
  /** Of pictures. */
  readonly alt_text?: string;
  readonly focal_point?: FocalPoint | null;
  readonly file?: string;
  readonly width?: number;
  readonly height?: number;
  readonly renditions?: readonly { readonly width: number; readonly url: string }[];
  /** Of audios. */
  readonly subtitle?: string | null;
  readonly duration?: number | null;
  readonly file_formats?: string;
  readonly mp3?: string | null;
  readonly m4a?: string | null;
  readonly oga?: string | null;
  readonly opus?: string | null;
  readonly chapters?: readonly Chapter[];
  readonly transcript?: { readonly url: string; readonly bytes: number } | null;
  /** Of videos. */
  readonly original?: string;
  readonly poster?: string | null;
}

export interface Chapter {
  readonly start: number | string;
  readonly title: string;
  readonly link: string;
  readonly image: string;
}

/** What is shown of a media object within a page. */
export interface ShownMedia {
  readonly id: number;
  readonly kind: MediaKind;
  readonly title: string;
  /** The address of the file, for pictures of a small one. */
  readonly url: string;
  readonly alt: string;
}

/** The path of one kind's objects. Those of the others have the same operations. */
export const mediaPath = (kind: MediaKind) => `/api/editor/media/${kind}s/` as "/api/editor/media/images/";

export const onePath = (kind: MediaKind) => `${mediaPath(kind)}{id}/` as "/api/editor/media/images/{id}/";

const audioFormats = ["mp3", "m4a", "oga", "opus"] as const;

/** The files of an object, by what people call them. */
export const filesOf = (media: MediaObject): readonly (readonly [name: string, url: string])[] =>
  (
    [
      ["", media.file],
      ...audioFormats.map((format) => [format.toUpperCase(), media[format]] as const),
      ["", media.original],
    ] as const
  ).flatMap(([name, url]) =>
    url ? [[name || (url.split(".").at(-1) ?? "").toUpperCase(), url] as const] : [],
  );

/** The address of something small to show of it; empty for audios. */
export const thumbnailOf = ({ renditions, file, poster }: MediaObject): string =>
  [...(renditions ?? [])].sort((one, other) => one.width - other.width)[0]?.url ?? file ?? poster ?? "";

/** The style by which what is cut of a picture keeps its focal point in view. */
export const keptInView = ({ focal_point: point }: Pick<MediaObject, "focal_point">) =>
  point ? { objectPosition: `${percent(point.x)} ${percent(point.y)}` } : undefined;

/** What a form is wide on a sharp screen, in pixels. */
const enough = 1_000;

/** The address of a rendition of a picture for forms; of an older one without any, of its file. */
export const displayOf = ({ renditions, file }: MediaObject): string => {
  const byWidth = [...(renditions ?? [])].sort((one, other) => one.width - other.width);
  return (byWidth.find(({ width }) => width >= enough) ?? byWidth.at(-1))?.url ?? file ?? "";
};

const shown = (kind: MediaKind, media: MediaObject): ShownMedia => ({
  id: media.id,
  kind,
  title: media.title ?? "",
  url: kind === "image" ? thumbnailOf(media) : (filesOf(media)[0]?.[1] ?? ""),
  alt: media.alt_text ?? media.title ?? "",
});

const known = new Map<string, Promise<ShownMedia>>();

/** Reads an object, once. */
export const readMedia = (kind: MediaKind, id: number): Promise<ShownMedia> => {
  const key = `${kind} ${id}`;
  const reading = known.get(key) ?? readMediaObject(kind, id).then((media) => shown(kind, media));
  known.set(key, reading);
  reading.catch(() => known.delete(key));
  return reading;
};

/** An object has changed: whoever shows it next reads it again. */
export const forgetMedia = (kind: MediaKind, id: number): void => {
  known.delete(`${kind} ${id}`);
};

/** Reads an object with its details, and what the caller may do with it. */
export const readMediaObject = (kind: MediaKind, id: number): Promise<MediaObject> =>
  service.request("get", onePath(kind), { params: { id }, query: { may: true } }) as Promise<MediaObject>;

export interface MediaFilter {
  readonly search: string;
  readonly tag: string;
  /** An id, or empty. */
  readonly collection: string;
}

/** A part of the list of a kind, with details. */
export const readMediaPart = async (
  kind: MediaKind,
  { search, tag, collection }: MediaFilter,
  part: ListPart,
): Promise<{ readonly count: number; readonly results: readonly MediaObject[] }> => {
  const answer = await service.request("get", mediaPath(kind), {
    query: {
      ...part,
      details: true,
      ...(search && { q: search }),
      ...(tag && { tag: [tag] }),
      ...(collection && { collection: Number(collection) }),
    },
  });
  return answer as { count: number; results: readonly MediaObject[] };
};

/** Some objects to choose from. */
export const listMedia = async (kind: MediaKind, search: string) => {
  const filter = { search, tag: "", collection: "" };
  const { count, results } = await readMediaPart(kind, filter, { page: "1", pageSize: 48 });
  return { count, results: results.map((media) => shown(kind, media)) };
};

/** The collections to which one may add such media. */
export const readCollections = async (kind: MediaKind) => {
  const { results } = await service.request("get", "/api/editor/media/collections/", {
    query: { type: kind, pageSize: 200 },
  });
  return results;
};
