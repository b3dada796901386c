/** GET /cms/pages/{id}/view_draft/ — show people the draft of a post or episode, and its state */
import { requireEditable } from "#lib/access/post-permits.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { showDraft } from "#lib/routes/cms.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { accountOf } from "#lib/surfaces/accounts/page-frame.ts";
import { forEditors } from "#lib/surfaces/editor/editors-page.ts";
import { draftBar, preview } from "#lib/surfaces/editor/preview.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showDraft, errorPage }, (call) =>
  forEditors(call, async (principal) => {
    const post = requireEditable(await readEditablePage(call.params.id), principal);
    const frame = { account: accountOf(call.caller), isForGuests: false, theme: null, barOf: draftBar };
    return preview(post, principal, call.request, frame);
  }),
);
