import { collectionQuery, editorMediaQuery } from "#lib/queries/editor-media-query.ts";
import {
  editorAudio,
  editorImage,
  editorVideo,
  listedAudio,
  listedImage,
  listedVideo,
  uploadCollection,
} from "./editor-media-shapes.ts";
import { route } from "./route.ts";
import { envelopeOf } from "./shapes.ts";
import { audioForm, imageForm, videoForm } from "./upload-forms.ts";
import { audioErrors, imageErrors, uploadRoute, videoErrors } from "./upload-route.ts";

const common = { auth: "editor", envelope: "editor", errors: ["validation_error"] } as const;

const list = {
  ...common,
  method: "GET",
  alsoAtPath: ["POST"],
  permission: "choose in the collection of the object",
  query: editorMediaQuery,
  uses: ["table:read", "catalog"],
} as const;

export const listImages = /* @__PURE__ */ route(() => ({
  ...list,
  id: "editor/media/list-images",
  path: "/api/editor/media/images/",
  summary: "list the images that the caller may choose",
  answer: envelopeOf(listedImage),
}));

export const uploadImage = /* @__PURE__ */ route(() => ({
  ...uploadRoute,
  id: "editor/media/upload-image",
  alsoAtPath: ["GET"],
  path: "/api/editor/media/images/",
  summary: "upload an image",
  permission: "add images to the collection, and to choose there",
  body: imageForm,
  receives: ["image"],
  answer: editorImage,
  errors: imageErrors,
  uses: ["table:write", "uploads:write", "images:write"],
  installs: ["sharp"],
}));

export const listAudios = /* @__PURE__ */ route(() => ({
  ...list,
  id: "editor/media/list-audios",
  path: "/api/editor/media/audios/",
  summary: "list the audios that the caller may choose",
  answer: envelopeOf(listedAudio),
}));

export const uploadAudio = /* @__PURE__ */ route(() => ({
  ...uploadRoute,
  id: "editor/media/upload-audio",
  alsoAtPath: ["GET"],
  path: "/api/editor/media/audios/",
  summary: "upload an audio",
  permission: "add audios to the collection",
  body: audioForm,
  receives: ["audio"],
  answer: editorAudio,
  errors: audioErrors,
  uses: ["table:write", "uploads:write", "audios:write", "prober"],
}));

export const listVideos = /* @__PURE__ */ route(() => ({
  ...list,
  id: "editor/media/list-videos",
  path: "/api/editor/media/videos/",
  summary: "list the videos that the caller may choose",
  answer: envelopeOf(listedVideo),
}));

export const uploadVideo = /* @__PURE__ */ route(() => ({
  ...uploadRoute,
  id: "editor/media/upload-video",
  alsoAtPath: ["GET"],
  path: "/api/editor/media/videos/",
  summary: "upload a video",
  permission: "add videos to the collection",
  body: videoForm,
  receives: ["video", "image"],
  answer: editorVideo,
  errors: videoErrors,
  uses: ["table:write", "uploads:write", "videos:write", "prober"],
  installs: ["sharp"],
}));

export const listCollections = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/media/list-collections",
  method: "GET",
  path: "/api/editor/media/collections/",
  summary: "list the collections that the caller may put media into",
  permission: "add media to the collection, and for images to choose there",
  query: collectionQuery,
  answer: envelopeOf(uploadCollection),
  uses: ["table:read"],
}));
