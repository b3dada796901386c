/** GET /api/editor/media/videos/ — list the videos that the caller may choose */
import { choosableCollections } from "#lib/access/usable-collections.ts";
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { parseEditorMediaQuery } from "#lib/discovery/editor-media-query.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { editorMediaSurroundings } from "#lib/http/media-editor.ts";
import { listVideos } from "#lib/routes/editor-media.ts";
import { siteAt } from "#lib/store/site.ts";
import { editorVideoView } from "#lib/views/editor-media.ts";
import { listEnvelope } from "#lib/views/list-envelope.ts";

export const handler = endpoint(listVideos, async ({ query, principal, request }) => {
  const wanted = parseEditorMediaQuery(query);
  const collections = choosableCollections(principal, "video");
  const catalog = await currentCatalog();
  const found = catalog.mediaList({ ...wanted, kind: "video", collections, order: "newest" });
  const surroundings = editorMediaSurroundings(principal, await siteAt(catalog.siteVersion));
  const items = found.media.map((video) => editorVideoView(video, surroundings));
  return listEnvelope(items, found.total, wanted.window, request);
});
