import * as z from "zod/mini";
import { pageWindowQuery } from "#lib/queries/pagination.ts";
import { route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";
import { legacyVideoForm } from "./upload-forms.ts";
import { uploadRoute, videoErrors } from "./upload-route.ts";

/** The legacy API's video object (contract#legacy-fields). */
export const legacyVideo = z.object({
  id,
  url: z.string(),
  original: z.string(),
  poster: z.nullable(z.string()),
  poster_thumbnail: z.nullable(z.string()),
});

const common = { auth: "session", envelope: "legacy" } as const;

export const listOwnVideos = route({
  ...common,
  id: "videos/list",
  method: "GET",
  path: "/api/videos/",
  summary: "list the caller's own videos",
  query: pageWindowQuery,
  answer: envelopeOf(legacyVideo),
  uses: ["table:read", "catalog"],
});

const one = { ...common, path: "/api/videos/{id}/", params: ["id"] } as const;

export const readOwnVideo = route({
  ...one,
  id: "videos/read",
  method: "GET",
  alsoAtPath: ["DELETE"],
  summary: "read a video of the caller's own",
  answer: legacyVideo,
  uses: ["table:read"],
});

export const deleteOwnVideo = route({
  ...one,
  id: "videos/delete",
  method: "DELETE",
  alsoAtPath: ["GET"],
  summary: "delete a video of the caller's own, with its files",
  scope: "delete",
  takesKeys: true,
  permission:
    "enter the admin, and to change or delete media in the collection of the video, or to add them there",
  status: 204,
  errors: ["permission_denied", "busy"],
  uses: ["table:write", "media:delete"],
});

export const uploadLegacyVideo = route({
  ...uploadRoute,
  id: "videos/upload",
  path: "/api/upload_video/",
  summary: "upload a video, and get its id as plain text",
  permission: "add videos to the collection",
  body: legacyVideoForm,
  receives: ["video", "image"],
  answerType: "text/plain",
  errors: videoErrors,
  uses: ["table:write", "uploads:write", "videos:write", "prober"],
  installs: ["sharp"],
});
