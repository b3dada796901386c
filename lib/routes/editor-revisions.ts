import { revisionDiffQuery } from "#lib/queries/revision-diff-query.ts";
import { strictWindowQuery } from "#lib/queries/strict-window-query.ts";
import {
  episodeRevision,
  historyEntry,
  revisionDiff,
  revisionEntry,
  shownRevision,
} from "./editor-revision-shapes.ts";
import { route } from "./route.ts";
import { envelopeOf } from "./shapes.ts";

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

export const listPostRevisions = route({
  ...revisionList,
  id: "editor/posts/list-revisions",
  path: `${onPost}revisions/`,
  summary: "list the revisions of a post, the newest first",
});

export const readPostRevision = route({
  ...onRevision,
  id: "editor/posts/read-revision",
  path: `${onPost}revisions/{revision}/`,
  summary: "read a post from one of its revisions",
  answer: shownRevision,
});

export const diffPostRevision = route({
  ...diff,
  id: "editor/posts/diff-revision",
  path: `${onPost}revisions/{revision}/diff/`,
  summary: "compare two revisions of a post",
});

export const listPostHistory = route({
  ...history,
  id: "editor/posts/list-history",
  path: `${onPost}history/`,
  summary: "list what was done to a post, the newest first",
});

export const listEpisodeRevisions = route({
  ...revisionList,
  id: "editor/episodes/list-revisions",
  path: `${onEpisode}revisions/`,
  summary: "list the revisions of an episode, the newest first",
});

export const readEpisodeRevision = route({
  ...onRevision,
  id: "editor/episodes/read-revision",
  path: `${onEpisode}revisions/{revision}/`,
  summary: "read an episode from one of its revisions",
  answer: episodeRevision,
});

export const diffEpisodeRevision = route({
  ...diff,
  id: "editor/episodes/diff-revision",
  path: `${onEpisode}revisions/{revision}/diff/`,
  summary: "compare two revisions of an episode",
});

export const listEpisodeHistory = route({
  ...history,
  id: "editor/episodes/list-history",
  path: `${onEpisode}history/`,
  summary: "list what was done to an episode, the newest first",
});
