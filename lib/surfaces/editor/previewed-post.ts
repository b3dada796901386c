import type { Principal } from "#lib/access/principal.ts";
import { readWorkingCopy, wholeWorkingCopy } from "#lib/store/working-copies.ts";
import type { PostWithLatest } from "./editor-post.ts";
import { noWorkingCopy } from "./no-working-copy.ts";

interface PreviewCall {
  readonly query: { readonly showsCopy: boolean };
  readonly principal: Principal;
  readonly reads: { readonly copy?: typeof readWorkingCopy };
}

/**
 * The post that a preview shows: as it is, or with the fields of the caller's working copy
 * (contract#working-copy-preview). Refuses `not_found` without one, and what a PATCH refuses for the fields.
 */
export const previewedPost = async <Post extends PostWithLatest>(
  post: Post,
  { query, principal, reads: { copy: read = readWorkingCopy } }: PreviewCall,
): Promise<PostWithLatest> => {
  if (!query.showsCopy) return post;
  const copy = await wholeWorkingCopy(await read(post.page.id, principal.user.id));
  if (!copy) throw noWorkingCopy();
  const { withCopiedFields } = await import("./save-post.ts");
  return withCopiedFields(post, principal, copy.fields);
};
