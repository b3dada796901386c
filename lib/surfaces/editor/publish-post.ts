import { permitPublication, requireEditable } from "#lib/access/post-permits.ts";
import type { publicationReads } from "#lib/actions/pages/page-reads.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import type { EditedKind, EditorCall } from "./edited-kind.ts";
import { notPublic, publishedView } from "./editor-post.ts";
import { postEditor } from "./post-editor.ts";

/**
 * Publishes the latest draft of a post or episode. Refuses in the order of contract#publish-precedence;
 * `expected`, the revision that the caller expects to be the latest, is asked for once they may edit it.
 */
export const publishLatest = async <View extends { readonly latest_revision_id: number }>(
  { require, view }: EditedKind<View>,
  { params, principal, report, reads }: EditorCall<ReturnType<typeof publicationReads>>,
  expected: () => string | undefined,
) => {
  const published = await publishPage(params.id, {
    publisherId: principal.user.id,
    reads,
    permit: (current) => {
      const post = requireEditable(require(current), principal);
      permitPublication(post, principal, expected(), globalEditLock());
    },
  });
  if (published.above.some(({ live }) => !live)) report?.warn(notPublic);
  const slugs = [...published.above, published.page].map(({ slug }) => slug);
  const post = require(published);
  const context = await postEditor(principal, { readBefore: published.media }).viewContextOf(post);
  return publishedView(view(post, context), publicUrl(slugs));
};
