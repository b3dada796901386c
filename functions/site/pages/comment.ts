/** POST /{path+} — send a visitor's comment on a post */
import { addComment } from "#lib/actions/pages/add-comment.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { onceCurrent } from "#lib/catalog/current/beside-log.ts";
import { readPublicContents, wholePost } from "#lib/catalog/public-contents.ts";
import { clock } from "#lib/clock.ts";
import { type Call, endpoint } from "#lib/http/endpoint.ts";
import { formOnce } from "#lib/http/only-once.ts";
import { slugsIn } from "#lib/pages/addresses.ts";
import { type CommentProblems, threadsOf, writtenComment } from "#lib/pages/comment.ts";
import { isPost } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { commentOnPage } from "#lib/routes/site-comments.ts";
import { commentRules, commentsEnabled } from "#lib/settings/site.ts";
import { siteAt } from "#lib/store/site.ts";
import { besideSpamModel } from "#lib/store/spam-model.ts";
import { afterComment, commentFields, showingCommentRefusals } from "#lib/surfaces/html/comment-reply.ts";
import { noPageReply, postReply, type ShownRefusal } from "#lib/surfaces/html/page-replies.ts";
import { siteContextFor } from "#lib/surfaces/html/site-context.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...commentOnPage, errorPage }, async (call) => {
  if (!commentsEnabled()) throw new Refusal("method_not_allowed");
  return onceCurrent((catalog) => commentingFrom(catalog, call));
});

/** Reads the post, and what comments are judged by; gives what sends one. Undefined if the store is ahead. */
const commentingFrom = async (
  catalog: Catalog,
  { tail, body, caller, request }: Call<never, Readonly<Record<string, unknown>>>,
) => {
  const slugs = slugsIn(tail);
  const site = await siteAt(catalog.siteVersion);
  const state = { theme: null, passwordWasWrong: false };
  const context = siteContextFor({ catalog, site, caller, request }, state);
  const page = catalog.pageAt(slugs, context.viewer);
  if (!page) return () => noPageReply(slugs, context, { request, caller });
  if (!isPost(page) || !context.takesComments(page)) throw new Refusal("method_not_allowed");
  const [post] = (await besideSpamModel(readPublicContents([page], wholePost))) ?? [];
  if (!post?.content) return undefined;
  const { content, comments } = post;
  const [fields, nowMs] = [commentFields(body), clock.nowMs()];
  const formAgain = (problems: CommentProblems, refusal: ShownRefusal) => {
    const commenting = { view: null, sent: { fields, problems }, nowMs };
    return postReply(page, { content, comments }, { commenting, refusal }, context, caller);
  };
  const written = writtenComment(fields, threadsOf(comments), nowMs);
  if ("problems" in written) return () => formAgain(written.problems, { status: 400 });
  return () =>
    showingCommentRefusals(formAgain, async () => {
      const asked = { written: written.comment, address: request.address, ...commentRules() };
      const address = context.addressOf(page);
      return formOnce("comment", [page.id, written.comment, fields.opened], {
        perform: async () => afterComment(address, await addComment(page.id, asked)),
        repeat: ({ id, state }) => afterComment(address, { id, moderation: state?.moderation }),
      });
    });
};
