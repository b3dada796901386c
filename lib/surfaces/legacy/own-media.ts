import type * as z from "zod/mini";
import { collectionIdsToRoot, mayDelete } from "#lib/access/media-permissions.ts";
import { hasAdminAccess, isWithinCollections, type Principal } from "#lib/access/principal.ts";
import { ownCollections } from "#lib/access/usable-collections.ts";
import { discardMedia } from "#lib/actions/media/delete-media.ts";
import type { MediaReads } from "#lib/actions/media/media-reads.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { certain } from "#lib/certain.ts";
import type { Call } from "#lib/http/endpoint.ts";
import { audioFormats, byAudioFormat } from "#lib/media/audio-formats.ts";
import { fileUrl, shownFileName } from "#lib/media/file-key.ts";
import type { MediaFile, MediaKind, MediaOf } from "#lib/media/media.ts";
import type { Window } from "#lib/queries/pagination.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { legacyAudio, legacyVideo } from "#lib/routes/own-media.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";

/** What the legacy endpoints of audios and videos differ in. */
interface LegacyMedia<Kind extends MediaKind, Shown> {
  readonly kind: Kind;
  /** With absolute URLs (contract#legacy-fields). */
  readonly view: (media: MediaOf<Kind>, origin: string) => Shown;
}

const urlOrNull = (file: MediaFile | null | undefined, origin: string): string | null =>
  file ? origin + fileUrl(file) : null;

const stemOf = ({ key }: MediaFile): string => shownFileName(key).replace(/\.[^.]*$/, "");

export const ownVideos: LegacyMedia<"video", z.input<typeof legacyVideo>> = {
  kind: "video",
  view: (video, origin) => ({
    id: video.id,
    url: `${origin}/api/videos/${video.id}`,
    original: origin + fileUrl(video.original),
    poster: urlOrNull(video.poster, origin),
    poster_thumbnail: urlOrNull(video.posterThumbnail, origin),
  }),
};

export const ownAudios: LegacyMedia<"audio", z.input<typeof legacyAudio>> = {
  kind: "audio",
  view: (audio, origin) => {
    const formats = audioFormats.filter((format) => audio.files[format]);
    return {
      id: audio.id,
      name: audio.title ?? formats.map((format) => stemOf(certain(audio.files[format]))).join(","),
      file_formats: formats.join(" "),
      url: `${origin}/api/audios/${audio.id}`,
      webplayer: `${origin}/api/audios/webplayer/${audio.id}/`,
      ...byAudioFormat((format) => urlOrNull(audio.files[format], origin)),
    };
  },
};

type AskedForList = Pick<
  Call<never, unknown, Window, { readonly catalog: () => Promise<Catalog> }>,
  "query" | "principal" | "request" | "reads"
>;

/** Lists the caller's own media of a kind, the newest first. */
export const listOwn =
  <Kind extends MediaKind, Shown>({ kind, view }: LegacyMedia<Kind, Shown>) =>
  async ({ query: window, principal, request, reads }: AskedForList) => {
    const catalog = await reads.catalog();
    const { total, media } = catalog.mediaList({
      kind,
      collections: ownCollections(principal),
      ownerId: principal.user.id,
      order: "newest",
      window,
    });
    const items = media.map((each) => view(each, request.origin));
    return listEnvelope(items, total, window, request);
  };

type Asked<Kind extends MediaKind> = Pick<
  Call<"id", unknown, unknown, Required<Pick<MediaReads<Kind>, "media">>>,
  "params" | "principal" | "request" | "reads"
>;

/** Answers with a media object of the caller's own. */
export const readOwn =
  <Kind extends MediaKind, Shown>({ kind, view }: LegacyMedia<Kind, Shown>) =>
  async ({ params, principal, request, reads }: Asked<Kind>): Promise<Shown> =>
    view(requireOwn(kind, await reads.media(kind, params.id), principal), request.origin);

/** Deletes a media object of the caller's own, with its files. */
export const deleteOwn =
  <Kind extends MediaKind>({ kind }: LegacyMedia<Kind, unknown>) =>
  async ({ params, principal, reads }: Asked<Kind>): Promise<void> => {
    await discardMedia(kind, params.id, (media) => requireOwnDeletable(kind, media, principal), reads);
  };

/** The object, if the caller owns it; `not_found` otherwise (contract#legacy-owners). */
const requireOwn = <Kind extends MediaKind>(
  kind: Kind,
  media: MediaOf<Kind> | undefined,
  principal: Principal,
): MediaOf<Kind> => {
  const { collections } = principal.site;
  const isWithin = (id: number) => isWithinCollections(principal, collectionIdsToRoot(collections, id));
  if (media && media.ownerId === principal.user.id && isWithin(media.collectionId)) return media;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  throw new Refusal("not_found", { detail: `No ${name} matches the given query.` });
};

const requireOwnDeletable = <Kind extends MediaKind>(
  kind: Kind,
  media: MediaOf<Kind> | undefined,
  principal: Principal,
): void => {
  const own = requireOwn(kind, media, principal);
  if (hasAdminAccess(principal) && mayDelete(principal, own)) return;
  throw new Refusal("permission_denied", {
    detail: `You do not have permission to delete this ${kind}.`,
  });
};
