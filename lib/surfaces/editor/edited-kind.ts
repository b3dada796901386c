import type * as z from "zod/mini";
import { type RequireKind, requireEpisode, requirePost } from "#lib/access/post-permits.ts";
import type { Principal } from "#lib/access/principal.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { editorEpisode, editorWritten } from "#lib/routes/editor-post-shapes.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import {
  type EditorPostContext,
  editorEpisodeView,
  editorWrittenView,
  type PostWithLatest,
} from "./editor-post.ts";
import { postEditor } from "./post-editor.ts";

/** How the endpoints of posts differ from those of episodes. */
export interface EditedKind<View> {
  readonly require: RequireKind;
  readonly view: (post: PostWithLatest, context: EditorPostContext) => View;
}

/** The endpoints below `/api/editor/posts/`, which take episodes, too. */
export const posts: EditedKind<z.input<typeof editorWritten>> = {
  require: requirePost,
  view: editorWrittenView,
};

/** The endpoints below `/api/editor/episodes/` (contract#episode-endpoints). */
export const episodes: EditedKind<z.input<typeof editorEpisode>> = {
  require: requireEpisode,
  view: editorEpisodeView,
};

/** What these endpoints need of a request. */
export type EditorCall<Plan, Params extends string = "id"> = Pick<
  Call<Params, unknown, unknown, Plan>,
  "params" | "principal" | "request" | "reads" | "report" | "ignored"
>;

/** Shows a page of the kind, as a change has left it, to its editors. */
export const shownToEditors = async <View>(
  { require, view }: EditedKind<View>,
  { principal }: { readonly principal: Principal },
  page: EditablePage,
): Promise<View> => {
  const post = require(page);
  return view(post, await postEditor(principal).viewContextOf(post));
};
