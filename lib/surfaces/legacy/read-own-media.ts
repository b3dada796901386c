import { requireOwn } from "#lib/access/own-media.ts";
import type { MediaReads } from "#lib/actions/media/media-reads.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";

/** Answers with a media object of the caller's own. */
export const readOwnMediaAs =
  <Kind extends MediaKind, View>(kind: Kind, view: (media: MediaOf<Kind>, origin: string) => View) =>
  async ({ params, principal, request, reads }: Asked<Kind>): Promise<View> =>
    view(requireOwn(kind, await reads.media(kind, params.id), principal), request.origin);

type Asked<Kind extends MediaKind> = Pick<
  Call<"id", unknown, unknown, Required<Pick<MediaReads<Kind>, "media">>>,
  "params" | "principal" | "request" | "reads"
>;
