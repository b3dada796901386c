import { isBlog, mayHold, type Page, type WrittenKind } from "#lib/pages/page.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { mayAddPages, mayAddPosts } from "./page-permissions.ts";
import type { Principal } from "./principal.ts";

type Parent = Pick<Page, "id" | "kind" | "ancestors">;

/**
 * The page, if the caller may add a post, an episode or a page that is neither below it. Refuses
 * `parent/not_found` and `parent/invalid` for pages that hold none, then `permission_denied`.
 */
export const requireParent = <Found extends Parent>(
  found: Found | undefined,
  { principal, kind, id }: { readonly principal: Principal; readonly kind: WrittenKind; readonly id: number },
): Found => {
  if (!found || !(isBlog(found) || mayHold(found.kind, kind)))
    throw invalid("parent", "not_found", `Parent ${id} was not found.`);
  if (!mayHold(found.kind, kind)) throw invalid("parent", "invalid", `Parent ${id} is not a podcast.`);
  const mayAdd = kind === "page" ? mayAddPages : mayAddPosts;
  if (!mayAdd(principal, found))
    throw new Refusal("permission_denied", {
      detail: `You do not have permission to add ${kind}s below this parent.`,
      fields: { parent_id: id },
    });
  return found;
};
