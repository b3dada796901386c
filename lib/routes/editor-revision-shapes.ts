import * as z from "zod/mini";
import { editorEpisode } from "./editor-episode-shapes.ts";
import { editorPost } from "./editor-post-shapes.ts";
import { id, oneOf } from "./shapes.ts";

/** A revision in the list of a page's revisions (contract#revisions). */
export const revisionEntry = z.object({
  id,
  created_at: z.iso.datetime(),
  user: z.nullable(z.string()),
  client: z.nullable(z.string()),
  is_latest: z.boolean(),
  is_public: z.boolean(),
  restored_from: z.nullable(id),
  scheduled_for: z.nullable(z.string()),
});

const revisionFields = { revision_id: id };

/** A revision of an episode, as the editor's object (contract#one-revision). */
export const episodeRevision = z.extend(editorEpisode, revisionFields);

/** A revision of a post or episode. */
export const shownRevision = z.discriminatedUnion("type", [
  z.extend(editorPost, revisionFields),
  episodeRevision,
]);

/** What differs between two revisions (contract#diff). */
export const revisionDiff = z.object({
  changes: z.array(
    z.object({
      path: z.string(),
      /** Of changed blocks: their place before. */
      from_path: z.optional(z.string()),
      kind: oneOf(["added", "removed", "changed", "moved"], {
        added: "`from` is null",
        removed: "`to` is null",
        changed: "from one value to another",
        moved: "a block with the same content at another place",
      }),
      from: z.unknown(),
      to: z.unknown(),
    }),
  ),
});

/** An entry of a page's history (contract#history). */
export const historyEntry = z.object({
  at: z.iso.datetime(),
  user: z.nullable(z.string()),
  kind: z.string(),
  revision_id: z.nullable(id),
});
