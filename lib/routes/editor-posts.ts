import { postLookupQuery } from "#lib/queries/post-lookup-query.ts";
import {
  editorPostOrEpisode,
  postOrEpisodeChanges,
  publishedPostOrEpisode,
} from "./editor-episode-shapes.ts";
import { editorPost, newPost, publishErrors, revisionHeader, updateErrors } from "./editor-post-shapes.ts";
import { route } from "./route.ts";

const path = "/api/editor/posts/";
const onePost = `${path}{id}/`;
const common = { auth: "editor", envelope: "editor" } as const;
const onPost = { ...common, params: ["id"] } as const;

export const lookUpPost = route({
  ...common,
  id: "editor/posts/lookup",
  alsoAtPath: ["POST"],
  method: "GET",
  path,
  summary: "find the post of a parent whose latest revision has a slug",
  permission: "edit on the matching post",
  query: postLookupQuery,
  answer: editorPostOrEpisode,
  errors: ["validation_error", "not_found", "permission_denied", "ambiguous_lookup"],
  uses: ["table:read"],
});

export const createPost = route({
  ...common,
  id: "editor/posts/create",
  alsoAtPath: ["GET"],
  method: "POST",
  path,
  summary: "create a draft post",
  scope: "write",
  takesKeys: true,
  takesDryRun: true,
  permission: "add on the parent",
  body: newPost,
  bodyKinds: ["json", "form", "multipart"],
  status: 201,
  answer: editorPost,
  errors: ["validation_error", "permission_denied", "busy"],
  uses: ["table:write"],
});

export const readPost = route({
  ...onPost,
  id: "editor/posts/read",
  alsoAtPath: ["PATCH"],
  method: "GET",
  path: onePost,
  summary: "read a post from its latest revision",
  permission: "edit",
  answer: editorPostOrEpisode,
  errors: ["not_found", "permission_denied"],
  uses: ["table:read"],
});

export const updatePost = route({
  ...onPost,
  id: "editor/posts/update",
  alsoAtPath: ["GET"],
  method: "PATCH",
  path: onePost,
  summary: "save a new draft of a post",
  scope: "write",
  takesKeys: true,
  takesDryRun: true,
  permission: "edit",
  headers: revisionHeader,
  body: postOrEpisodeChanges,
  bodyKinds: ["json", "form", "multipart"],
  answer: editorPostOrEpisode,
  errors: updateErrors,
  uses: ["table:write"],
});

export const publishPost = route({
  ...onPost,
  id: "editor/posts/publish",
  method: "POST",
  path: `${onePost}publish/`,
  summary: "publish the latest draft of a post",
  scope: "publish",
  takesKeys: true,
  takesDryRun: true,
  permission: "edit and publish",
  headers: revisionHeader,
  answer: publishedPostOrEpisode,
  errors: publishErrors,
  uses: ["table:write"],
});
