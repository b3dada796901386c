import { maxTranscriptBytes, transcriptFormats, transcriptTypes } from "#lib/media/transcripts/formats.ts";
import { audioDetails } from "./editor-media-shapes.ts";
import { textFile } from "./fields.ts";
import { route } from "./route.ts";

/** The transcript of an audio (contract#transcripts). */
const common = {
  auth: "editor",
  envelope: "editor",
  path: "/api/editor/media/audios/{id}/transcript/",
  params: ["id"],
} as const;

const changing = {
  ...common,
  scope: "write",
  takesKeys: true,
  permission: "change in its collection, or to add there as its owner",
} as const;

const segment = {
  type: "object",
  properties: {
    startTime: { type: "number", minimum: 0, description: "Seconds." },
    endTime: { type: "number", minimum: 0, description: "Seconds." },
    speaker: { type: "string" },
    body: { type: "string" },
  },
  required: ["body"],
};

const sent = textFile({
  description: "The transcript in the format of its media type; in JSON as the podcast namespace has it.",
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: { version: { type: "string" }, segments: { type: "array", items: segment } },
      required: ["segments"],
    },
  ],
});

export const readAudioTranscript = /* @__PURE__ */ route(() => ({
  ...common,
  method: "GET",
  alsoAtPath: ["PUT", "DELETE"],
  id: "editor/media/read-transcript",
  summary: "read the transcript of an audio",
  permission: "choose, change or delete in its collection",
  answerType: transcriptTypes.vtt,
  alsoAnswerTypes: transcriptFormats.map((format) => transcriptTypes[format]).slice(1),
  errors: ["not_found", "permission_denied", "not_acceptable"],
  uses: ["table:read", "media:read"],
}));

export const putAudioTranscript = /* @__PURE__ */ route(() => ({
  ...changing,
  method: "PUT",
  alsoAtPath: ["GET", "DELETE"],
  id: "editor/media/put-transcript",
  summary: "give an audio a transcript",
  bodyKinds: transcriptFormats,
  body: sent,
  answer: audioDetails,
  errors: ["validation_error", "not_found", "permission_denied", "busy"],
  uses: ["table:write", "audios:write"],
  limits: { bodyBytes: maxTranscriptBytes },
}));

export const deleteAudioTranscript = /* @__PURE__ */ route(() => ({
  ...changing,
  method: "DELETE",
  alsoAtPath: ["GET", "PUT"],
  id: "editor/media/delete-transcript",
  summary: "remove the transcript of an audio",
  status: 204,
  uses: ["table:write", "media:delete"],
  errors: ["not_found", "permission_denied", "busy"],
}));
