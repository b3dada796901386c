import { kindsOf } from "#lib/queries/page-types.ts";
import type { Columns, Gate } from "./columns.ts";
import type { Needs } from "./narrowing.ts";

const posts = kindsOf(["site.Post"]);

/** Nobody gets past a restriction, so that counts and suggestions are the same for everybody. */
const closed: Gate = () => false;

/**
 * Those of the ids, in their order, that are live posts and episodes anywhere below the blog, have what they
 * need, and are open to everybody (contract#who-counts); without ids those of all pages, by id.
 */
export const openPosts = (
  columns: Columns,
  ids: ArrayLike<number> | null,
  blogId: number,
  needs: Needs,
): Uint32Array => {
  const scope = { kinds: posts, childOf: null, descendantOf: blogId, ancestorOf: null };
  return ids === null ? columns.selectAll(scope, closed, needs) : columns.select(ids, scope, closed, needs);
};
