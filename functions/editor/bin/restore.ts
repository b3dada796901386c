/** POST /api/editor/bin/{id}/restore/ — take a post or episode out of the bin, as a draft */
import { permitRestoration } from "#lib/access/state-permits.ts";
import { restorationReads, restorePage } from "#lib/actions/pages/restore-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { revisionFromIfMatch, savingClient } from "#lib/http/request.ts";
import { restoreFromBin } from "#lib/routes/editor-bin.ts";
import { posts, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";

export const handler = endpoint(
  restoreFromBin,
  async (call) => {
    const { params, request, principal, reads } = call;
    const expected = revisionFromIfMatch(request.headers["if-match"]);
    const restored = await restorePage(params.id, {
      userId: principal.user.id,
      reads,
      client: savingClient(principal, request),
      permit: (binned) => permitRestoration(binned, { principal, expected }),
    });
    return shownToEditors(posts, call, restored);
  },
  { reads: restorationReads, replay: replayWritten },
);
