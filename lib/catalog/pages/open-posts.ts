import { pageKindsOf } from "#lib/queries/page-types.ts";
import type { Columns, Gate } from "./columns.ts";
import type { Needs } from "./narrowing.ts";

const posts = pageKindsOf(["site.Post"]);

/** Passes no restriction, so that counts and suggestions are the same for everybody. */
const closed: Gate = () => false;

/** Keeps, in order, the live posts below the blog that everybody may see (contract#who-counts). */
export const openPosts = (
  columns: Columns,
  ids: ArrayLike<number> | null,
  blogId: number,
  needs: Needs,
): Uint32Array => {
  const scope = { kinds: posts, childOf: null, descendantOf: blogId, ancestorOf: null };
  return ids === null ? columns.selectAll(scope, closed, needs) : columns.select(ids, scope, closed, needs);
};
