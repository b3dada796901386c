import { editorObjectQuery } from "#lib/queries/editor-object-query.ts";
import { postLookupQuery } from "#lib/queries/post-lookup-query.ts";
import { takenCopyQuery } from "#lib/queries/working-copy-query.ts";
import {
  editorEpisode,
  editorPage,
  editorPost,
  episodeChanges,
  newEpisode,
  newPost,
  newStandalonePage,
  publishErrors,
  publishedEpisode,
  publishedWritten,
  readableEpisode,
  readableWritten,
  revisionHeader,
  savedEpisode,
  savedWritten,
  updateErrors,
  writtenChanges,
} from "./editor-post-shapes.ts";
import { route } from "./route.ts";
import { additionScope, editScope, publicationScope } from "./verb-rights.ts";

const common = { auth: "editor", envelope: "editor" } as const;
const onPage = { ...common, params: ["id"] } as const;
const posts = "/api/editor/posts/";
const onePost = `${posts}{id}/` as const;
const pages = "/api/editor/pages/";
const episodes = "/api/editor/episodes/";
const oneEpisode = `${episodes}{id}/` as const;

const creating = {
  ...common,
  method: "POST",
  scope: additionScope,
  takesKeys: true,
  takesDryRun: true,
  permission: "add on the parent",
  bodyKinds: ["json", "form", "multipart"],
  status: 201,
  errors: ["validation_error", "permission_denied", "busy"],
  uses: ["table:write"],
} as const;
const reading = {
  ...onPage,
  alsoAtPath: ["PATCH"],
  method: "GET",
  permission: "edit",
  errors: ["validation_error", "not_found", "permission_denied"],
  uses: ["table:read"],
} as const;
const updating = {
  ...onPage,
  alsoAtPath: ["GET"],
  method: "PATCH",
  scope: editScope,
  takesKeys: true,
  takesDryRun: true,
  permission: "edit",
  query: takenCopyQuery,
  headers: revisionHeader,
  bodyKinds: ["json", "form", "multipart"],
  errors: updateErrors,
  uses: ["table:write"],
} as const;
const publishing = {
  ...onPage,
  method: "POST",
  scope: publicationScope,
  takesKeys: true,
  takesDryRun: true,
  permission: "edit and publish",
  query: takenCopyQuery,
  headers: revisionHeader,
  errors: publishErrors,
  uses: ["table:write"],
} as const;

export const lookUpPost = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/posts/lookup",
  alsoAtPath: ["POST"],
  method: "GET",
  path: posts,
  summary: "find the post of a parent whose latest revision has a slug",
  permission: "edit on the matching post",
  query: postLookupQuery,
  answer: readableWritten,
  errors: ["validation_error", "not_found", "permission_denied", "ambiguous_lookup"],
  uses: ["table:read"],
}));

export const createPost = /* @__PURE__ */ route(() => ({
  ...creating,
  id: "editor/posts/create",
  alsoAtPath: ["GET"],
  path: posts,
  summary: "create a draft post",
  body: newPost,
  answer: editorPost,
}));

export const createStandalonePage = /* @__PURE__ */ route(() => ({
  ...creating,
  id: "editor/pages/create",
  alsoAtPath: ["GET"],
  path: pages,
  summary: "create a draft page that is no post, such as an imprint",
  body: newStandalonePage,
  answer: editorPage,
}));

export const createEpisode = /* @__PURE__ */ route(() => ({
  ...creating,
  id: "editor/episodes/create",
  path: episodes,
  summary: "create a draft episode of a podcast",
  body: newEpisode,
  answer: editorEpisode,
}));

export const readPost = /* @__PURE__ */ route(() => ({
  ...reading,
  id: "editor/posts/read",
  path: onePost,
  summary: "read a post from its latest revision",
  query: editorObjectQuery,
  answer: readableWritten,
}));

export const readEpisode = /* @__PURE__ */ route(() => ({
  ...reading,
  id: "editor/episodes/read",
  path: oneEpisode,
  summary: "read an episode from its latest revision",
  query: editorObjectQuery,
  answer: readableEpisode,
}));

export const updatePost = /* @__PURE__ */ route(() => ({
  ...updating,
  id: "editor/posts/update",
  path: onePost,
  summary: "save a new draft of a post",
  body: writtenChanges,
  answer: savedWritten,
}));

export const updateEpisode = /* @__PURE__ */ route(() => ({
  ...updating,
  id: "editor/episodes/update",
  path: oneEpisode,
  summary: "save a new draft of an episode",
  body: episodeChanges,
  answer: savedEpisode,
}));

export const publishPost = /* @__PURE__ */ route(() => ({
  ...publishing,
  id: "editor/posts/publish",
  path: `${onePost}publish/`,
  summary: "publish the latest draft of a post",
  answer: publishedWritten,
}));

export const publishEpisode = /* @__PURE__ */ route(() => ({
  ...publishing,
  id: "editor/episodes/publish",
  path: `${oneEpisode}publish/`,
  summary: "publish the latest draft of an episode",
  answer: publishedEpisode,
}));
