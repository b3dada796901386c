import { mayAddPosts } from "#lib/access/page-permissions.ts";
import { permitPublication, permitUpdate, requireEditable, requirePost } from "#lib/access/post-permits.ts";
import { createPage, type creationReads } from "#lib/actions/pages/create-page.ts";
import type { editReads, publicationReads } from "#lib/actions/pages/page-reads.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { clock } from "#lib/clock.ts";
import { savingClient } from "#lib/http/request.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import { type EpisodeFields, isEpisodeContent, postContentIn } from "#lib/pages/content.ts";
import {
  editedEpisode,
  editedPost,
  type New,
  newEpisodeContent,
  newPostContent,
} from "#lib/pages/edit-post.ts";
import { isBlog, type Page, type PostKind, seasonIds } from "#lib/pages/page.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { settledInOrder } from "#lib/settled.ts";
import { readPage } from "#lib/store/pages.ts";
import type { EditedKind, EditorCall } from "./edited-kind.ts";
import { type EditorPostContext, notPublic, type PostWithLatest, publishedView } from "./editor-post.ts";
import { frameFinder } from "./frame-finder.ts";
import { type ParsedChanges, refusePublish, updateClaim } from "./parse-post-fields.ts";
import { postEditor } from "./post-editor.ts";

interface CreationCall extends EditorCall<ReturnType<typeof creationReads>, never> {
  readonly body: { readonly parent: { readonly id: number }; readonly publish?: boolean | undefined };
}

/** Creates the draft of a post or episode. Refuses in the order of contract#create-stages. */
export const saveNewPage = async <View>(
  kind: PostKind,
  { body, principal, request, report, ignored, reads }: CreationCall,
  fields: New<EpisodeFields>,
  view: (created: PostWithLatest, context: EditorPostContext) => View,
): Promise<View> => {
  refusePublish(body.publish);
  const editor = postEditor(principal, { report, ignored });
  const findFrames = frameFinder(principal.site.settings);
  const created = await createPage(
    body.parent.id,
    async (found) => {
      const parent = requireParent(kind, found, body.parent.id);
      if (!mayAddPosts(principal, parent)) {
        throw new Refusal("permission_denied", {
          detail: `You do not have permission to add ${kind}s below this parent.`,
          fields: { parent_id: parent.id },
        });
      }
      const context = await editor.contextOf(fields, null);
      const content =
        kind === "post"
          ? newPostContent(fields, context, clock.now())
          : newEpisodeContent(fields, { ...context, seasons: seasonIds(parent) }, clock.now());
      return {
        ...{ kind, content: await findFrames(content, fields) },
        ...{ ownerId: principal.user.id, client: savingClient(principal, request) },
      };
    },
    reads,
  );
  const post = requirePost(created);
  return view(post, await editor.viewContextOf(post));
};

/** The parent, if it holds pages of the kind. Refuses `parent/not_found` and `parent/invalid`. */
const requireParent = (kind: PostKind, parent: Page | undefined, id: number): Page => {
  if (!parent || !isBlog(parent)) throw invalid("parent", "not_found", `Parent ${id} was not found.`);
  if (kind === "episode" && parent.kind !== "podcast")
    throw invalid("parent", "invalid", `Parent ${id} is not a podcast.`);
  return parent;
};

/** Saves a new draft of a post or episode. Refuses in the order of contract#update-stages. */
export const saveChanges = async <View>(
  { require, view }: EditedKind<View>,
  { params, request, principal, report, ignored, reads }: EditorCall<ReturnType<typeof editReads>>,
  { body, fields }: ParsedChanges,
): Promise<View> => {
  const claim = updateClaim(body, fields, request);
  const editor = postEditor(principal, { report, ignored });
  const findFrames = frameFinder(principal.site.settings);
  const saved = await saveDraft(params.id, {
    authorId: principal.user.id,
    reads,
    client: savingClient(principal, request),
    permit: (current) => permitUpdate(require(current), principal, claim, globalEditLock()),
    slug: fields.slug,
    change: async (content, { id: pageId, parentId }) => {
      const latest = postContentIn({ pageId, content });
      const [context, podcast] = await settledInOrder([
        editor.contextOf(fields, latest),
        fields.season && isEpisodeContent(latest) ? readPage(parentId ?? 0) : undefined,
      ]);
      const changed = isEpisodeContent(latest)
        ? editedEpisode(latest, fields, { ...context, seasons: seasonIds(podcast) })
        : editedPost(latest, fields, context);
      return findFrames(changed, fields);
    },
  });
  const post = require(saved);
  return view(post, await editor.viewContextOf(post));
};

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
