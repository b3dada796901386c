import { editorEpisode, episodeChanges, newEpisode, publishedEpisode } from "./editor-episode-shapes.ts";
import { publishErrors, revisionHeader, updateErrors } from "./editor-post-shapes.ts";
import { route } from "./route.ts";

const path = "/api/editor/episodes/";
const oneEpisode = `${path}{id}/`;
const common = { auth: "editor", envelope: "editor" } as const;
const onEpisode = { ...common, params: ["id"] } as const;

export const createEpisode = route({
  ...common,
  id: "editor/episodes/create",
  method: "POST",
  path,
  summary: "create a draft episode of a podcast",
  scope: "write",
  takesKeys: true,
  takesDryRun: true,
  permission: "add on the parent",
  body: newEpisode,
  bodyKinds: ["json", "form", "multipart"],
  status: 201,
  answer: editorEpisode,
  errors: ["validation_error", "permission_denied", "busy"],
  uses: ["table:write"],
});

export const readEpisode = route({
  ...onEpisode,
  id: "editor/episodes/read",
  alsoAtPath: ["PATCH"],
  method: "GET",
  path: oneEpisode,
  summary: "read an episode from its latest revision",
  permission: "edit",
  answer: editorEpisode,
  errors: ["not_found", "permission_denied"],
  uses: ["table:read"],
});

export const updateEpisode = route({
  ...onEpisode,
  id: "editor/episodes/update",
  alsoAtPath: ["GET"],
  method: "PATCH",
  path: oneEpisode,
  summary: "save a new draft of an episode",
  scope: "write",
  takesKeys: true,
  takesDryRun: true,
  permission: "edit",
  headers: revisionHeader,
  body: episodeChanges,
  bodyKinds: ["json", "form", "multipart"],
  answer: editorEpisode,
  errors: updateErrors,
  uses: ["table:write"],
});

export const publishEpisode = route({
  ...onEpisode,
  id: "editor/episodes/publish",
  method: "POST",
  path: `${oneEpisode}publish/`,
  summary: "publish the latest draft of an episode",
  scope: "publish",
  takesKeys: true,
  takesDryRun: true,
  permission: "edit and publish",
  headers: revisionHeader,
  answer: publishedEpisode,
  errors: publishErrors,
  uses: ["table:write"],
});
