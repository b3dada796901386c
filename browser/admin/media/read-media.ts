import { service } from "../shell/service.ts";

export type MediaKind = "image" | "audio" | "video";

export interface ShownMedia {
  readonly id: number;
  readonly kind: MediaKind;
  readonly title: string;
  /** The address of the file, for pictures of a small one. */
  readonly url: string;
  readonly alt: string;
}

const paths = {
  image: "/api/editor/media/images/",
  audio: "/api/editor/media/audios/",
  video: "/api/editor/media/videos/",
} as const;

interface Listed {
  readonly id: number;
  readonly title: string;
  readonly file?: string;
  readonly default_alt_text?: string;
}

const shown = (kind: MediaKind, media: Listed): ShownMedia => ({
  id: media.id,
  kind,
  title: media.title,
  url: media.file ?? "",
  alt: media.default_alt_text ?? media.title,
});

const known = new Map<string, Promise<ShownMedia>>();

export const readMedia = (kind: MediaKind, id: number): Promise<ShownMedia> => {
  const key = `${kind} ${id}`;
  const reading =
    known.get(key) ??
    service
      .request("get", `${paths[kind]}{id}/` as "/api/editor/media/images/{id}/", { params: { id } })
      .then((media) => shown(kind, media as unknown as Listed));
  known.set(key, reading);
  reading.catch(() => known.delete(key));
  return reading;
};

export const listMedia = async (kind: MediaKind, search: string, page: number) => {
  const { results, count } = await service.request("get", paths[kind] as "/api/editor/media/images/", {
    query: { page: String(page), pageSize: 48, ...(search && { search }) } as never,
  });
  return { count, results: (results as unknown as readonly Listed[]).map((media) => shown(kind, media)) };
};
