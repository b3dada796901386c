import * as z from "zod/mini";
import { listOf, objectOf, positiveIntegerField, textField } from "./fields.ts";
import { route } from "./route.ts";
import { id, oneOf } from "./shapes.ts";

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The upload of a file that is too large for one request (contract#upload-sessions). */
export const uploadSession = z.object({
  id,
  name: z.string(),
  content_type: z.string(),
  size: z.int().check(z.positive()),
  state: oneOf(["open", "complete"], { open: "takes parts", complete: "can be used as a file" }),
  /** The SHA-256 of the parts' SHA-256s in order; null while the session is open. */
  sha256: z.nullable(sha256),
  expires_at: z.iso.datetime(),
  /** The size of every part but the last. */
  part_size: z.int().check(z.positive()),
  parts: z.int().check(z.positive()),
  url: z.string(),
});

/** The session with the parts that have arrived; none are listed once it is complete. */
export const uploadProgress = z.extend(uploadSession, {
  arrived: z.array(z.object({ number: id, size: z.int(), sha256 })),
});

const presignedPart = z.object({
  number: id,
  method: z.literal("PUT"),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
});

/** The requests to send parts with. */
const presignedParts = z.object({ parts: z.array(presignedPart), expires_at: z.iso.datetime() });

const checksumField = textField({
  grammar: { matches: (text) => /^[0-9a-f]{64}$/i.test(text), message: "Expected 64 hexadecimal digits." },
});

/** True for a type such as `video/mp4; codecs=avc1`, and for an empty text. */
const isContentType = (text: string): boolean => /^([\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?)?$/.test(text);

const newUpload = z.object({
  name: textField({ maxLength: 255 }),
  content_type: z.optional(
    textField({
      blank: true,
      maxLength: 255,
      grammar: { matches: isContentType, message: "Expected a content type such as video/mp4." },
    }),
  ),
  size: positiveIntegerField(),
  sha256: z.optional(checksumField),
});

export const partToSend = objectOf({ number: positiveIntegerField(), sha256: checksumField });

const path = "/api/editor/uploads/";
const onePath = `${path}{id}/`;
const common = { auth: "editor", envelope: "editor" } as const;
const onUpload = { ...common, params: ["id"] } as const;

export const listUploads = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/uploads/list",
  alsoAtPath: ["POST"],
  method: "GET",
  path,
  summary: "list the caller's newest uploads, at most 100",
  answer: z.array(uploadSession),
  uses: ["table:read", "uploads:read"],
}));

export const createUpload = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/uploads/create",
  alsoAtPath: ["GET"],
  method: "POST",
  path,
  summary: "begin to upload a file in parts",
  scope: "write",
  takesKeys: true,
  body: newUpload,
  status: 201,
  answer: uploadSession,
  errors: ["validation_error", "no_upload_collection", "too_many_uploads", "busy"],
  permission: "add to some collection of such media",
  uses: ["table:write", "uploads:write"],
}));

export const readUpload = /* @__PURE__ */ route(() => ({
  ...onUpload,
  id: "editor/uploads/read",
  alsoAtPath: ["DELETE"],
  method: "GET",
  path: onePath,
  summary: "read which parts of an upload have arrived",
  answer: uploadProgress,
  errors: ["not_found"],
  uses: ["table:read", "uploads:read"],
}));

export const presignParts = /* @__PURE__ */ route(() => ({
  ...onUpload,
  id: "editor/uploads/presign",
  method: "POST",
  path: `${onePath}parts/`,
  summary: "get requests that send up to 100 parts of an upload",
  scope: "write",
  body: z.object({ parts: listOf(partToSend) }),
  answer: presignedParts,
  errors: ["validation_error", "not_found", "no_upload_collection", "upload_complete"],
  uses: ["table:read", "uploads:write"],
}));

export const completeUpload = /* @__PURE__ */ route(() => ({
  ...onUpload,
  id: "editor/uploads/complete",
  method: "POST",
  path: `${onePath}complete/`,
  summary: "complete an upload whose parts have all arrived",
  scope: "write",
  takesKeys: true,
  body: z.object({ sha256: z.optional(checksumField) }),
  answer: uploadSession,
  errors: ["validation_error", "not_found", "upload_incomplete", "busy"],
  uses: ["table:write", "uploads:write"],
}));

export const discardUpload = /* @__PURE__ */ route(() => ({
  ...onUpload,
  id: "editor/uploads/delete",
  alsoAtPath: ["GET"],
  method: "DELETE",
  path: onePath,
  summary: "delete an upload, with all that has arrived of it",
  scope: "write",
  takesKeys: true,
  status: 204,
  errors: ["not_found", "busy"],
  uses: ["table:write", "uploads:write"],
}));
