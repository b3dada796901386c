import { Reply } from "#lib/http/reply.ts";
import type { CommentFields, CommentProblems } from "#lib/pages/comment.ts";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { ShownRefusal } from "./page-replies.ts";

/** Leads back to the post, which says what became of the comment. */
export const afterComment = (
  address: string,
  { id, moderation }: { readonly id: number; readonly moderation?: unknown },
): Reply<string> => {
  const location =
    moderation === "ham" ? `${address}?comment=public#comment-${id}` : `${address}?comment=waiting#comments`;
  return new Reply("", { status: 303, headers: { location, "cache-control": "private, no-store" } });
};

/** Runs work. Refusals that may pass are shown with the form, so that what was entered stays. */
export const showingCommentRefusals = async (
  formAgain: (problems: CommentProblems, shown: ShownRefusal) => Promise<Reply<string>>,
  work: () => Promise<Reply<string>>,
): Promise<Reply<string>> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !shownWithForm.has(error.code)) throw error;
    const { status, headers } = error.kind;
    return formAgain({ form: error.message }, { status, headers: { ...headers, ...error.details.headers } });
  }
};

const shownWithForm: ReadonlySet<RefusalCode> = new Set(["rate_limited", "comments_full", "busy"]);

/** The fields of a sent form; what is missing or no text is empty. */
export const commentFields = (body: Readonly<Record<string, unknown>>): CommentFields => ({
  name: textIn(body.name),
  email: textIn(body.email),
  text: textIn(body.text),
  answers: textIn(body.answers),
  website: textIn(body.website),
  opened: textIn(body.opened),
});

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
