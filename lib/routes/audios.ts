import * as z from "zod/mini";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { pageWindowQuery } from "#lib/queries/pagination.ts";
import { route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";

/** The legacy API's audio object (contract#legacy-fields). */
export const legacyAudio = z.object({
  id,
  name: z.string(),
  file_formats: z.string(),
  url: z.string(),
  webplayer: z.string(),
  ...byAudioFormat(() => z.nullable(z.string())),
});

const common = { auth: "session", envelope: "legacy" } as const;

export const listOwnAudios = route({
  ...common,
  id: "audios/list",
  method: "GET",
  path: "/api/audios/",
  summary: "list the caller's own audios",
  query: pageWindowQuery,
  answer: envelopeOf(legacyAudio),
  uses: ["table:read", "catalog"],
});

const one = { ...common, path: "/api/audios/{id}/", params: ["id"] } as const;

export const readOwnAudio = route({
  ...one,
  id: "audios/read",
  method: "GET",
  alsoAtPath: ["DELETE"],
  summary: "read an audio of the caller's own",
  answer: legacyAudio,
  uses: ["table:read"],
});

export const deleteOwnAudio = route({
  ...one,
  id: "audios/delete",
  method: "DELETE",
  alsoAtPath: ["GET"],
  summary: "delete an audio of the caller's own, with its files",
  scope: "delete",
  takesKeys: true,
  permission:
    "enter the admin, and to change or delete media in the collection of the audio, or to add them there",
  status: 204,
  errors: ["permission_denied", "busy"],
  uses: ["table:write", "media:delete"],
});
