import { postsOf, service } from "../../shell/service.ts";
import type { OpenPage } from "../open-page.ts";

/** A publication that was just made. */
export interface Publication {
  /** The revision that is public now. */
  readonly revision: number;
  /** The one that was public before; null for a first publication. */
  readonly before: number | null;
}

/**
 * Takes a publication back: a first one is unpublished. After a later one, what was public before is published
 * again, and what was published stays as a draft. Refused with `revision_conflict` if somebody has saved since.
 */
export const undoPublication = async (
  { id, type }: Pick<OpenPage, "id" | "type">,
  { revision, before }: Publication,
): Promise<void> => {
  const posts = postsOf(type);
  if (before === null) {
    await posts.unpublish({ id, latest_revision_id: revision });
    return;
  }
  const restored = await restore(id, before, revision);
  await posts.publish({ id, latest_revision_id: restored });
  await restore(id, revision, restored);
};

/** Makes a new revision with the content of an earlier one, and gives its id. */
const restore = async (id: number, revision: number, latest: number): Promise<number> => {
  const { latest_revision_id } = await service.request(
    "post",
    "/api/editor/posts/{id}/revisions/{revision}/restore/",
    { params: { id, revision }, json: { base_revision_id: latest } },
  );
  return latest_revision_id;
};
