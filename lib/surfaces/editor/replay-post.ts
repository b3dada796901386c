import { editableAfter, slugsAbove } from "#lib/access/post-permits.ts";
import type { RepeatedCall } from "#lib/http/endpoint.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import { editorEpisodeView, editorPostOrEpisodeView, editorPostView, publishedView } from "./editor-post.ts";
import { postEditor } from "./post-editor.ts";

type Call = Pick<RepeatedCall<never>, "principal">;
type View<Answer> = (post: Editable, context: Context) => Answer;
type Editable = Awaited<ReturnType<typeof editableAfter>>;
type Context = Awaited<ReturnType<ReturnType<typeof postEditor>["viewContextOf"]>>;
type RequestOutcome = Parameters<typeof editableAfter>[0];

/** Answers with the post as the first request has left it. Refuses callers who may not edit it now. */
const replayAs =
  <Answer>(view: View<Answer>) =>
  async ({ principal }: Call, outcome: RequestOutcome): Promise<Answer> => {
    const post = await editableAfter(outcome, principal);
    return view(post, await postEditor(principal).viewContextOf(post));
  };

/** Answers likewise, with the address that a publication has. */
const replayPublicationAs =
  <Answer extends { readonly latest_revision_id: number }>(view: View<Answer>) =>
  async ({ principal }: Call, outcome: RequestOutcome) => {
    const post = await editableAfter(outcome, principal);
    const slugs = [...(await slugsAbove(post.page)), post.page.slug];
    return publishedView(view(post, await postEditor(principal).viewContextOf(post)), publicUrl(slugs));
  };

export const replayPost = replayAs(editorPostView);
export const replayEpisode = replayAs(editorEpisodeView);
export const replayPostOrEpisode = replayAs(editorPostOrEpisodeView);
export const replayPublishedEpisode = replayPublicationAs(editorEpisodeView);
export const replayPublishedPostOrEpisode = replayPublicationAs(editorPostOrEpisodeView);
