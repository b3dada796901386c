import * as z from "zod/mini";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { pageWindowQuery } from "#lib/queries/pagination.ts";
import { route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";

/** An audio of the legacy API (contract#legacy-fields). */
export const legacyAudio = z.object({
  id,
  name: z.string(),
  file_formats: z.string(),
  url: z.string(),
  webplayer: z.string(),
  ...byAudioFormat(() => z.nullable(z.string())),
});

/** A video of the legacy API (contract#legacy-fields). */
export const legacyVideo = z.object({
  id,
  url: z.string(),
  original: z.string(),
  poster: z.nullable(z.string()),
  poster_thumbnail: z.nullable(z.string()),
});

const common = { auth: "session", envelope: "legacy" } as const;

type OwnKind = "audio" | "video";

const named = { audio: "an audio", video: "a video" } as const;

const listing = <Shown extends z.ZodMiniType>(kind: OwnKind, shown: Shown) =>
  route(() => ({
    ...common,
    id: `${kind}s/list`,
    method: "GET",
    path: `/api/${kind}s/`,
    summary: `list the caller's own ${kind}s`,
    query: pageWindowQuery,
    answer: envelopeOf(shown),
    uses: ["table:read", "catalog"],
  }));

const reading = <Shown extends z.ZodMiniType>(kind: OwnKind, shown: Shown) =>
  route(() => ({
    ...common,
    id: `${kind}s/read`,
    method: "GET",
    path: `/api/${kind}s/{id}/`,
    params: ["id"],
    alsoAtPath: ["DELETE"],
    summary: `read ${named[kind]} of the caller's own`,
    answer: shown,
    uses: ["table:read"],
  }));

const deleting = (kind: OwnKind) =>
  route(() => ({
    ...common,
    id: `${kind}s/delete`,
    method: "DELETE",
    path: `/api/${kind}s/{id}/`,
    params: ["id"],
    alsoAtPath: ["GET"],
    summary: `delete ${named[kind]} of the caller's own, with its files`,
    scope: "delete",
    takesKeys: true,
    permission: `enter the admin, and to change or delete media in the collection of the ${kind}, or to add them there`,
    status: 204,
    errors: ["permission_denied", "busy"],
    uses: ["table:write", "media:delete"],
  }));

export const listOwnAudios = /* @__PURE__ */ listing("audio", legacyAudio);
export const readOwnAudio = /* @__PURE__ */ reading("audio", legacyAudio);
export const deleteOwnAudio = /* @__PURE__ */ deleting("audio");

export const listOwnVideos = /* @__PURE__ */ listing("video", legacyVideo);
export const readOwnVideo = /* @__PURE__ */ reading("video", legacyVideo);
export const deleteOwnVideo = /* @__PURE__ */ deleting("video");
