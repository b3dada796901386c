import * as z from "zod/mini";
import { collectionQuery } from "#lib/queries/collection-query.ts";
import { editorMediaQuery } from "#lib/queries/editor-media-query.ts";
import { route } from "./route.ts";
import { envelopeOf, id, oneOf } from "./shapes.ts";
import { audioForm, diarizationMeanings, imageForm, videoForm } from "./upload-forms.ts";
import { audioErrors, imageErrors, uploadRoute, videoErrors } from "./upload-route.ts";

const place = z.object({ id, name: z.string() });

/** The members that all kinds of media have (contract#media-objects). */
const mediaObject = {
  id,
  collection: place,
  tags: z.array(z.string()),
  edit_url: z.nullable(z.string()),
};

export const editorImage = z.object({
  ...mediaObject,
  type: z.literal("images.Image"),
  title: z.string(),
  file: z.string(),
  width: z.int(),
  height: z.int(),
});

export const editorAudio = z.object({
  ...mediaObject,
  type: z.literal("site.Audio"),
  title: z.nullable(z.string()),
  subtitle: z.nullable(z.string()),
  transcript_diarization_mode: oneOf(["inherit", "disabled"], diarizationMeanings),
  file_formats: z.string(),
  mp3: z.nullable(z.string()),
  m4a: z.nullable(z.string()),
  oga: z.nullable(z.string()),
  opus: z.nullable(z.string()),
});

export const editorVideo = z.object({
  ...mediaObject,
  type: z.literal("site.Video"),
  title: z.string(),
  original: z.string(),
  poster: z.nullable(z.string()),
});

const checksum = { parts_sha256: z.nullable(z.string()) };

const imageMore = {
  alt_text: z.string(),
  ...checksum,
  renditions: z.array(z.object({ width: z.int(), height: z.int(), url: z.string() })),
};

const audioMore = {
  duration: z.nullable(z.number()),
  chapters: z.array(z.object({ start: z.number(), title: z.string(), link: z.string(), image: z.string() })),
  ...checksum,
};

/** Objects with what lists leave out unless they are asked for it (contract#media-details). */
export const imageDetails = z.extend(editorImage, imageMore);
export const audioDetails = z.extend(editorAudio, audioMore);
export const videoDetails = z.extend(editorVideo, checksum);

const listedImage = z.extend(editorImage, z.partial(z.object(imageMore)).shape);
const listedAudio = z.extend(editorAudio, z.partial(z.object(audioMore)).shape);
const listedVideo = z.extend(editorVideo, z.partial(z.object(checksum)).shape);

/** A collection that media can be put into (contract#collections). */
export const uploadCollection = z.object({
  id,
  name: z.string(),
  breadcrumb: z.string(),
  ancestors: z.array(place),
});

const common = { auth: "editor", envelope: "editor", errors: ["validation_error"] } as const;

const list = {
  ...common,
  method: "GET",
  alsoAtPath: ["POST"],
  permission: "choose in the collection of the object",
  query: editorMediaQuery,
  uses: ["table:read", "catalog"],
} as const;

export const listImages = route({
  ...list,
  id: "editor/media/list-images",
  path: "/api/editor/media/images/",
  summary: "list the images that the caller may choose",
  answer: envelopeOf(listedImage),
});

export const uploadImage = route({
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
});

export const listAudios = route({
  ...list,
  id: "editor/media/list-audios",
  path: "/api/editor/media/audios/",
  summary: "list the audios that the caller may choose",
  answer: envelopeOf(listedAudio),
});

export const uploadAudio = route({
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
});

export const listVideos = route({
  ...list,
  id: "editor/media/list-videos",
  path: "/api/editor/media/videos/",
  summary: "list the videos that the caller may choose",
  answer: envelopeOf(listedVideo),
});

export const uploadVideo = route({
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
});

export const listCollections = route({
  ...common,
  id: "editor/media/list-collections",
  method: "GET",
  path: "/api/editor/media/collections/",
  summary: "list the collections that the caller may put media into",
  permission: "add media to the collection, and for images to choose there",
  query: collectionQuery,
  answer: envelopeOf(uploadCollection),
  uses: ["table:read"],
});
