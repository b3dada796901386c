import * as z from "zod/mini";
import {
  booleanField,
  choiceField,
  integerField,
  listOf,
  objectOf,
  textField,
  uncheckedField,
} from "./fields.ts";
import { route } from "./route.ts";
import { id, oneOf } from "./shapes.ts";
import { administrationAuth, administrationScope } from "./verb-rights.ts";

const pruneMeanings = {
  none: "nothing is deleted",
  made: "what manifests made, and this one does not name, is deleted",
  all: "whatever it does not name is deleted",
} as const;

const exactText = () => textField({ stringsOnly: true, untrimmed: true });

const hexadecimal = (pattern: RegExp, message: string) =>
  textField({ stringsOnly: true, blank: true, grammar: { matches: (text) => pattern.test(text), message } });

const checksum = () => hexadecimal(/^[0-9a-f]{64}$/, "Expected 64 hexadecimal digits.");

/** A named file: the reason why it cannot be read, its text, or what was found in it. */
const namedFile = objectOf({
  path: exactText(),
  problem: z.optional(exactText()),
  text: z.optional(textField({ stringsOnly: true, untrimmed: true, blank: true })),
  content: z.optional(
    objectOf({
      size: integerField(),
      sha256: checksum(),
      parts_sha256: checksum(),
      first_bytes: hexadecimal(/^([0-9a-f]{2}){0,12}$/, "Expected up to 24 hexadecimal digits."),
      upload: z.optional(integerField()),
    }),
  ),
});

/** The most files that a manifest of the largest size can name. */
const maxNamedFiles = 20_000;

/** The options of an application of a manifest, and the client's descriptions of the files that it names. */
export const manifestApplication = z.object({
  manifest: uncheckedField(z.unknown().register(z.globalRegistry, { type: "object" })),
  dry_run: z.optional(booleanField()),
  prune: z.optional(choiceField(["none", "made", "all"], pruneMeanings)),
  variables: z.optional(listOf(objectOf({ name: exactText(), value: exactText() }))),
  files: z.optional(listOf(namedFile, { maxItems: maxNamedFiles })),
  found: z.optional(listOf(textField({ stringsOnly: true }), { maxItems: maxNamedFiles })),
});

const placedProblems = z.array(
  z.object({ path: z.array(z.union([z.string(), z.int()])), message: z.string() }),
);

const partMeanings = {
  invalid: "nothing was written; all problems are there",
  files: "send the missing files, and ask again with the ids of their uploads",
  checking: "ask again, with what was found: not all files were looked into",
  applying: "ask again: there was no time for the rest",
  stopped: "something failed half way, see `reasons`; applying again does the rest",
  complete: "the site is as the manifest says, or would be after a dry run",
} as const;

/** The result of one request (contract#applied-manifests). */
export const appliedPart = z.object({
  state: oneOf(["invalid", "files", "checking", "applying", "stopped", "complete"], partMeanings),
  problems: placedProblems,
  warnings: placedProblems,
  missing: z.array(z.string()),
  found: z.array(z.string()),
  reasons: z.array(z.string()),
  created: z.array(z.string()),
  updated: z.array(z.string()),
  removed: z.array(z.object({ kind: z.string(), name: z.string() })),
  outcome: z.nullable(
    z.object({
      unchanged: z.array(z.string()),
      kept: z.nullable(z.record(z.string(), z.int())),
      beside: z.optional(z.array(z.string())),
      ids: z.record(z.string(), z.record(z.string(), id)),
      revisions: z.record(z.string(), id),
    }),
  ),
});

// No keys: a receipt would hold a fast hash of the body, and so of passwords. The same again does no more.
export const applyManifestPart = /* @__PURE__ */ route(() => ({
  auth: administrationAuth,
  scope: administrationScope,
  envelope: "editor",
  id: "administration/manifest/apply",
  method: "POST",
  path: "/api/admin/manifest/",
  summary: "make the site match a manifest, as far as one request gets",
  body: manifestApplication,
  answer: appliedPart,
  errors: ["validation_error", "too_many_uploads", "busy"],
  uses: [
    "table:write",
    "credentials:read",
    "credentials:write",
    "secrets:read",
    "secrets:write",
    "media:read",
    "media:delete",
    "images:write",
    "audios:write",
    "videos:write",
    "uploads:write",
    "prober",
  ],
  installs: ["sharp"],
  // Lambda takes 6 MB, in which the body is base64.
  limits: { bodyBytes: 4_500_000, timeoutSeconds: 29, memoryMb: 2_048 },
}));
