import * as z from "zod/mini";
import { strictWindowQuery } from "#lib/queries/pagination.ts";
import { revisionDiffQuery } from "#lib/queries/revision-diff-query.ts";
import { editorEpisode, editorPage, editorPost } from "./editor-post-shapes.ts";
import { route } from "./route.ts";
import { envelopeOf, id, oneOf } from "./shapes.ts";

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
const episodeRevision = z.extend(editorEpisode, revisionFields);

/** A revision of a post, an episode or a page that is neither. */
const shownRevision = z.discriminatedUnion("type", [
  z.extend(editorPost, revisionFields),
  episodeRevision,
  z.extend(editorPage, revisionFields),
]);

/** The differences between two revisions (contract#diff). */
export const revisionDiff = z.object({
  changes: z.array(
    z.object({
      path: z.string(),
      /** For changed blocks: their place before. */
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

const onPost = "/api/editor/posts/{id}/";
const onEpisode = "/api/editor/episodes/{id}/";

const common = {
  method: "GET",
  auth: "editor",
  envelope: "editor",
  permission: "edit",
  uses: ["table:read"],
} as const;

const onPage = { ...common, params: ["id"], errors: ["not_found", "permission_denied"] } as const;
const onRevision = { ...onPage, params: ["id", "revision"] } as const;

const withQuery = { errors: ["validation_error", ...onPage.errors] } as const;
const list = { ...onPage, ...withQuery, query: strictWindowQuery } as const;
const revisionList = { ...list, answer: envelopeOf(revisionEntry) } as const;
const history = { ...list, answer: envelopeOf(historyEntry) } as const;
const diff = { ...onRevision, ...withQuery, answer: revisionDiff, query: revisionDiffQuery } as const;

export const listPostRevisions = /* @__PURE__ */ route(() => ({
  ...revisionList,
  id: "editor/posts/list-revisions",
  path: `${onPost}revisions/`,
  summary: "list the revisions of a post, the newest first",
}));

export const readPostRevision = /* @__PURE__ */ route(() => ({
  ...onRevision,
  id: "editor/posts/read-revision",
  path: `${onPost}revisions/{revision}/`,
  summary: "read a post from one of its revisions",
  answer: shownRevision,
}));

export const diffPostRevision = /* @__PURE__ */ route(() => ({
  ...diff,
  id: "editor/posts/diff-revision",
  path: `${onPost}revisions/{revision}/diff/`,
  summary: "compare two revisions of a post",
}));

export const listPostHistory = /* @__PURE__ */ route(() => ({
  ...history,
  id: "editor/posts/list-history",
  path: `${onPost}history/`,
  summary: "list what was done to a post, the newest first",
}));

export const listEpisodeRevisions = /* @__PURE__ */ route(() => ({
  ...revisionList,
  id: "editor/episodes/list-revisions",
  path: `${onEpisode}revisions/`,
  summary: "list the revisions of an episode, the newest first",
}));

export const readEpisodeRevision = /* @__PURE__ */ route(() => ({
  ...onRevision,
  id: "editor/episodes/read-revision",
  path: `${onEpisode}revisions/{revision}/`,
  summary: "read an episode from one of its revisions",
  answer: episodeRevision,
}));

export const diffEpisodeRevision = /* @__PURE__ */ route(() => ({
  ...diff,
  id: "editor/episodes/diff-revision",
  path: `${onEpisode}revisions/{revision}/diff/`,
  summary: "compare two revisions of an episode",
}));

export const listEpisodeHistory = /* @__PURE__ */ route(() => ({
  ...history,
  id: "editor/episodes/list-history",
  path: `${onEpisode}history/`,
  summary: "list what was done to an episode, the newest first",
}));
