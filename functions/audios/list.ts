/** GET /api/audios/ — list the caller's own audios */
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { parsePageWindow } from "#lib/discovery/pagination.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listOwnAudios } from "#lib/routes/audios.ts";
import { legacyAudioView } from "#lib/views/legacy-media.ts";
import { listEnvelope } from "#lib/views/list-envelope.ts";

export const handler = endpoint(listOwnAudios, async ({ query, principal, request }) => {
  const window = parsePageWindow(query);
  const catalog = await currentCatalog();
  const { total, media } = catalog.mediaList({
    kind: "audio",
    collections: "all",
    ownerId: principal.user.id,
    order: "newest",
    window,
  });
  const items = media.map((audio) => legacyAudioView(audio, request.origin));
  return listEnvelope(items, total, window, request);
});
