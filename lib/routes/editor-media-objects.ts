import { deletionQuery } from "#lib/queries/deletion-query.ts";
import { mayQuery } from "#lib/queries/may-query.ts";
import { audioChanges, imageChanges, videoChanges } from "./editor-media-changes.ts";
import {
  audioDetails,
  imageDetails,
  readableAudio,
  readableImage,
  readableVideo,
  videoDetails,
} from "./editor-media-shapes.ts";
import { route } from "./route.ts";
import { mediaChangeScope, mediaDeletionScope } from "./verb-rights.ts";

const common = { auth: "editor", envelope: "editor", params: ["id"] } as const;

const reading = {
  ...common,
  method: "GET",
  alsoAtPath: ["PATCH", "DELETE"],
  permission: "choose, change or delete in its collection",
  errors: ["validation_error", "not_found", "permission_denied"],
  uses: ["table:read"],
} as const;

const changing = {
  ...common,
  method: "PATCH",
  alsoAtPath: ["GET", "DELETE"],
  scope: mediaChangeScope,
  takesKeys: true,
  permission: "change in its collection, or to add there as its owner; and to add to a new collection",
  errors: ["validation_error", "not_found", "permission_denied", "busy"],
  uses: ["table:write"],
} as const;

const deleting = {
  ...common,
  method: "DELETE",
  alsoAtPath: ["GET", "PATCH"],
  scope: mediaDeletionScope,
  takesKeys: true,
  permission: "delete or change in its collection, or to add there as its owner",
  query: deletionQuery,
  status: 204,
  errors: ["validation_error", "not_found", "permission_denied", "in_use", "busy"],
  uses: ["table:write", "catalog", "media:delete"],
} as const;

const image = { path: "/api/editor/media/images/{id}/" } as const;
const audio = { path: "/api/editor/media/audios/{id}/" } as const;
const video = { path: "/api/editor/media/videos/{id}/" } as const;

export const readEditorImage = /* @__PURE__ */ route(() => ({
  ...reading,
  ...image,
  id: "editor/media/read-image",
  summary: "read an image with its renditions",
  query: mayQuery,
  answer: readableImage,
}));

export const updateImage = /* @__PURE__ */ route(() => ({
  ...changing,
  ...image,
  id: "editor/media/update-image",
  summary: "change what is said of an image",
  body: imageChanges,
  answer: imageDetails,
}));

export const deleteImage = /* @__PURE__ */ route(() => ({
  ...deleting,
  ...image,
  id: "editor/media/delete-image",
  summary: "delete an image that no page uses, with its files",
}));

export const readEditorAudio = /* @__PURE__ */ route(() => ({
  ...reading,
  ...audio,
  id: "editor/media/read-audio",
  summary: "read an audio with its chapters",
  query: mayQuery,
  answer: readableAudio,
}));

export const updateAudio = /* @__PURE__ */ route(() => ({
  ...changing,
  ...audio,
  id: "editor/media/update-audio",
  summary: "change what is said of an audio, or its chapters",
  body: audioChanges,
  answer: audioDetails,
}));

export const deleteAudio = /* @__PURE__ */ route(() => ({
  ...deleting,
  ...audio,
  id: "editor/media/delete-audio",
  summary: "delete an audio that no page uses, with its files",
}));

export const readEditorVideo = /* @__PURE__ */ route(() => ({
  ...reading,
  ...video,
  id: "editor/media/read-video",
  summary: "read a video",
  query: mayQuery,
  answer: readableVideo,
}));

export const updateVideo = /* @__PURE__ */ route(() => ({
  ...changing,
  ...video,
  id: "editor/media/update-video",
  summary: "change what is said of a video",
  body: videoChanges,
  answer: videoDetails,
}));

export const deleteVideo = /* @__PURE__ */ route(() => ({
  ...deleting,
  ...video,
  id: "editor/media/delete-video",
  summary: "delete a video that no page uses, with its files",
}));
