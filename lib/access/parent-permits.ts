import { isBlog, type Page, type PostKind } from "#lib/pages/page.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { mayAddPosts } from "./page-permissions.ts";
import type { Principal } from "./principal.ts";

type Parent = Pick<Page, "id" | "kind" | "ancestors">;

/**
 * The page, if the caller may add a post or episode below it. Refuses `parent/not_found` and `parent/invalid`
 * for pages that hold none, then `permission_denied`.
 */
export const requireParent = <Found extends Parent>(
  found: Found | undefined,
  { principal, kind, id }: { readonly principal: Principal; readonly kind: PostKind; readonly id: number },
): Found => {
  if (!found || !isBlog(found)) throw invalid("parent", "not_found", `Parent ${id} was not found.`);
  if (kind === "episode" && found.kind !== "podcast")
    throw invalid("parent", "invalid", `Parent ${id} is not a podcast.`);
  if (!mayAddPosts(principal, found))
    throw new Refusal("permission_denied", {
      detail: `You do not have permission to add ${kind}s below this parent.`,
      fields: { parent_id: id },
    });
  return found;
};
