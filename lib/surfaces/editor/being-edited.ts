import type * as z from "zod/mini";
import type { Principal } from "#lib/access/principal.ts";
import type { BeingEditedQuery } from "#lib/queries/being-edited-query.ts";
import type { othersTyping } from "#lib/routes/editor-post-shapes.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { readBeingEdited } from "#lib/store/working-copies.ts";

interface BeingEditedCall {
  readonly query: BeingEditedQuery;
  readonly principal: Principal;
  readonly reads: { readonly beingEdited?: typeof readBeingEdited };
}

type OthersTyping = z.input<typeof othersTyping>;

/**
 * Adds to objects, if the query asks for it, who else has typed into each page in the last ten minutes
 * (contract#being-edited). One request for all of them, which a plan may begin, and one for new names.
 */
export const withBeingEdited = async <View extends { readonly id: number }>(
  views: readonly View[],
  { query, principal, reads: { beingEdited: read = readBeingEdited } }: BeingEditedCall,
): Promise<(View & { being_edited?: OthersTyping })[]> => {
  if (!query.beingEdited) return [...views];
  const ids = new Set(views.map(({ id }) => id));
  const marks = await read();
  const others = marks.filter(({ pageId, userId }) => ids.has(pageId) && userId !== principal.user.id);
  const usernames = await readUsernames(others.map(({ userId }) => userId));
  const onPage = (id: number) =>
    others.flatMap(({ pageId, userId, updatedAt }) => {
      const user = usernames.get(userId);
      return pageId === id && user !== undefined ? [{ user, updated_at: updatedAt }] : [];
    });
  return views.map((view) => ({ ...view, being_edited: onPage(view.id) }));
};
