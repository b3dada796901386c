import type { Comment } from "#lib/pages/comment.ts";
import { mayBeAnswered, type ThreadedComment, threadsOf } from "#lib/pages/comment-threads.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type CommentFields, type CommentProblems, maxCommentLengths } from "#lib/pages/written-comment.ts";
import type { CommentView } from "#lib/queries/comment-query.ts";
import type { Commenting } from "#lib/themes/theme.ts";
import type { SiteContext } from "./site-context.ts";

/** What a visitor has done about commenting, and when. */
export interface CommentingState {
  readonly view: CommentView | null;
  /** What the visitor sent, and what is wrong with it; null if nothing was sent. */
  readonly sent: { readonly fields: CommentFields; readonly problems: CommentProblems } | null;
  readonly nowMs: number;
}

/** How the visitor comments on the post; null where they cannot. */
export const commentingOn = (
  post: Listing,
  comments: readonly Comment[],
  { view, sent, nowMs }: CommentingState,
  { takesComments, addressOf }: SiteContext,
): Commenting | null => {
  if (!takesComments(post)) return null;
  const address = addressOf(post);
  const isForm = sent !== null || view?.kind === "form";
  const answers = sent?.fields.answers ?? (view?.kind === "form" ? view.answers : "");
  const answered = threadsOf(comments).find(({ id }) => String(id) === answers);
  const { name = "", email = "", text = "" } = sent?.fields ?? {};
  return {
    writeUrl: `${address}?comment=new#write-comment`,
    notice: view?.kind === "notice" ? view.notice : null,
    form: isForm
      ? {
          address: `${address}#write-comment`,
          cancelUrl: `${address}#comments`,
          answered: answered?.name ?? null,
          kept: { answers: answered ? answers : "", opened: openedAt(sent?.fields.opened, nowMs) },
          values: { name, email, text },
          maxLengths: maxCommentLengths,
          problems: sent?.problems ?? {},
        }
      : null,
  };
};

/** The address of the form for an answer; null where the thread ends. */
export const answerUrl =
  (address: string) =>
  (comment: ThreadedComment): string | null =>
    mayBeAnswered(comment) ? `${address}?comment=${comment.id}#write-comment` : null;

/** A form that is shown again keeps its time, unless that is none. */
const openedAt = (sent: string | undefined, nowMs: number): string =>
  sent !== undefined && /^\d{1,15}$/.test(sent) && Number(sent) <= nowMs ? sent : String(nowMs);
