import { mayEdit } from "#lib/access/page-permissions.ts";
import { requireParent } from "#lib/access/parent-permits.ts";
import { permitPublication, permitUpdate, requireEditable, requirePost } from "#lib/access/post-permits.ts";
import type { Principal } from "#lib/access/principal.ts";
import { createPage, type creationReads } from "#lib/actions/pages/create-page.ts";
import type { publishReads, saveReads } from "#lib/actions/pages/page-reads.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { type DraftEdit, saveDraft } from "#lib/actions/pages/save-draft.ts";
import { clock } from "#lib/clock.ts";
import { savingClient } from "#lib/http/request.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import { isEpisodeContent, type WrittenFields, writtenContentIn } from "#lib/pages/content.ts";
import {
  editedEpisode,
  editedPost,
  type New,
  newEpisodeContent,
  newPostContent,
  newStandaloneContent,
} from "#lib/pages/edit-post.ts";
import { seasonIds, type WrittenKind } from "#lib/pages/page.ts";
import type { WorkingCopy } from "#lib/pages/working-copy.ts";
import { invalid } from "#lib/refusals/refusal.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { settledInOrder } from "#lib/settled.ts";
import { inCommitScope } from "#lib/store/commit-scope.ts";
import { readPage } from "#lib/store/pages.ts";
import type { EditedKind, EditorCall } from "./edited-kind.ts";
import { type EditorPostContext, notPublic, type PostWithLatest, publishedView } from "./editor-post.ts";
import { frameFinder } from "./frame-finder.ts";
import {
  changesSome,
  type ParsedChanges,
  parseWrittenChanges,
  refusePublish,
  updateClaim,
} from "./parse-post-fields.ts";
import { type PostEditor, postEditor } from "./post-editor.ts";
import { copyToTake, type TakingCall, withKeptCopy } from "./taken-copy.ts";

interface CreationCall extends EditorCall<ReturnType<typeof creationReads>, never> {
  readonly body: { readonly parent: { readonly id: number }; readonly publish?: boolean | undefined };
}

/** Creates a draft. Refuses in the order of contract#create-stages. */
export const saveNewPage = async <View>(
  kind: WrittenKind,
  { body, principal, request, report, ignored, reads }: CreationCall,
  fields: New<WrittenFields>,
  view: (created: PostWithLatest, context: EditorPostContext) => View,
): Promise<View> => {
  refusePublish(body.publish);
  const editor = postEditor(principal, { report, ignored });
  const findFrames = frameFinder(principal.site.settings);
  const created = await createPage(
    body.parent.id,
    async (found) => {
      const parent = requireParent(found, { principal, kind, id: body.parent.id });
      const context = await editor.contextOf(fields, null);
      await requireTranslated(fields, principal);
      const content =
        kind === "page"
          ? newStandaloneContent(fields, context)
          : kind === "post"
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

/**
 * Refuses `translation_of/not_found` for a page that is not there for the caller, and
 * `translation_of/invalid` for the page itself. One request if the fields name a page.
 */
const requireTranslated = async (
  { translationOf: id }: Pick<WrittenFields, "translationOf">,
  principal: Principal,
  own?: number,
): Promise<void> => {
  if (id === undefined || id === null) return;
  if (id === own) throw invalid("translation_of", "invalid", "A page is no translation of itself.");
  const page = await readPage(id);
  if (!page || page.kind === "root" || !(page.live || mayEdit(principal, page)))
    throw invalid("translation_of", "not_found", `Page ${id} was not found.`);
};

/** The slug and the content that a PATCH with these fields makes. */
const editWith = (
  { principal, fields }: { readonly principal: Principal; readonly fields: WrittenFields },
  editor: PostEditor,
): Pick<DraftEdit, "slug" | "change"> => {
  const findFrames = frameFinder(principal.site.settings);
  return {
    slug: fields.slug,
    change: async (content, { id: pageId, parentId }) => {
      const latest = writtenContentIn({ pageId, content });
      const [context, podcast] = await settledInOrder([
        editor.contextOf(fields, latest),
        fields.season && isEpisodeContent(latest) ? readPage(parentId ?? 0) : undefined,
        requireTranslated(fields, principal, pageId),
      ]);
      const changed = isEpisodeContent(latest)
        ? editedEpisode(latest, fields, { ...context, seasons: seasonIds(podcast) })
        : editedPost(latest, fields, context);
      return findFrames(changed, fields);
    },
  };
};

/**
 * Gives the post or episode as a PATCH with the fields of a working copy would make it, whatever its locks
 * and its latest revision are. Refuses what that PATCH would refuse for the fields.
 */
export const withCopiedFields = async <Post extends PostWithLatest>(
  post: Post,
  principal: Principal,
  { base_revision_id, require_unpublished, publish, ...body }: WorkingCopy["fields"],
): Promise<Pick<Post, "page"> & PostWithLatest> => {
  const { fields } = parseWrittenChanges(body, post.page.kind);
  if (!changesSome(fields)) return post;
  const edit = editWith({ principal, fields }, postEditor(principal));
  const saved = await inCommitScope({ isDryRun: true, receipt: undefined }, () =>
    saveDraft(post.page.id, {
      ...edit,
      authorId: principal.user.id,
      permit: () => {},
      reads: { page: async () => post },
    }),
  );
  return requirePost(saved);
};

/** Saves a new draft of a post or episode. Refuses in the order of contract#update-stages. */
export const saveChanges = async <View extends object>(
  { require, view }: EditedKind<View>,
  call: EditorCall<ReturnType<typeof saveReads>> & TakingCall,
  { body, fields }: ParsedChanges,
) => {
  const { params, request, principal, report, ignored, reads } = call;
  const claim = updateClaim(body, fields, request);
  const editor = postEditor(principal, { report, ignored });
  const saved = await saveDraft(params.id, {
    ...editWith({ principal, fields }, editor),
    authorId: principal.user.id,
    reads,
    client: savingClient(principal, request),
    permit: (current) => permitUpdate(require(current), principal, claim, globalEditLock()),
    takes: copyToTake(call),
  });
  const post = require(saved);
  return withKeptCopy(view(post, await editor.viewContextOf(post)), saved);
};

/**
 * Publishes the latest draft of a post or episode. Refuses in the order of contract#publish-precedence;
 * `expected`, the revision that the caller expects to be the latest, is asked for once they may edit it.
 */
export const publishLatest = async <View extends { readonly latest_revision_id: number }>(
  { require, view }: EditedKind<View>,
  call: EditorCall<ReturnType<typeof publishReads>> & TakingCall,
  expected: () => string | undefined,
) => {
  const { params, principal, report, reads } = call;
  const published = await publishPage(params.id, {
    publisherId: principal.user.id,
    reads,
    takes: copyToTake(call),
    permit: (current) => {
      const post = requireEditable(require(current), principal);
      permitPublication(post, principal, expected(), globalEditLock());
    },
  });
  if (published.above.some(({ live }) => !live)) report?.warn(notPublic);
  const slugs = [...published.above, published.page].map(({ slug }) => slug);
  const post = require(published);
  const context = await postEditor(principal, { readBefore: published.media }).viewContextOf(post);
  return withKeptCopy(publishedView(view(post, context), publicUrl(slugs)), published);
};
