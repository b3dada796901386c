/** GET /api/editor/media/audios/ — list the audios that the caller may choose */
import { choosableCollections } from "#lib/access/usable-collections.ts";
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listAudios } from "#lib/routes/editor-media.ts";
import { siteAt } from "#lib/store/site.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { editorAudioView } from "#lib/surfaces/editor/editor-media.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { audioDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  listAudios,
  async ({ query, principal, request, reads }) => {
    const collections = choosableCollections(principal, "audio");
    const catalog = await reads.catalog();
    const list = catalog.mediaList({ ...query, kind: "audio", collections, order: "newest" });
    const context = editorMediaContext(principal, await siteAt(catalog.siteVersion));
    const viewOf = query.details ? audioDetailsView : editorAudioView;
    const items = list.media.map((audio) => viewOf(audio, context));
    return listEnvelope(items, list.total, query.window, request);
  },
  { reads: catalogReads },
);
