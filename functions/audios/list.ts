/** GET /api/audios/ — list the caller's own audios */
import { ownCollections } from "#lib/access/usable-collections.ts";
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listOwnAudios } from "#lib/routes/audios.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { legacyAudioView } from "#lib/surfaces/legacy/legacy-media.ts";

export const handler = endpoint(
  listOwnAudios,
  async ({ query: window, principal, request, reads }) => {
    const catalog = await reads.catalog();
    const { total, media } = catalog.mediaList({
      kind: "audio",
      collections: ownCollections(principal),
      ownerId: principal.user.id,
      order: "newest",
      window,
    });
    const items = media.map((audio) => legacyAudioView(audio, request.origin));
    return listEnvelope(items, total, window, request);
  },
  { reads: catalogReads },
);
