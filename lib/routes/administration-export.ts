import * as z from "zod/mini";
import { exportQuery } from "#lib/queries/export-query.ts";
import { listOf, textField } from "./fields.ts";
import { route } from "./route.ts";
import { id } from "./shapes.ts";
import { administrationAuth, administrationScope } from "./verb-rights.ts";

const common = { auth: administrationAuth, scope: administrationScope, envelope: "editor" } as const;

/** A part of a site as a manifest (contract#exported-sites). */
export const exportedPart = z.object({
  manifest: z.nullable(z.record(z.string(), z.unknown())),
  variables: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), key: z.string(), size: z.int() })),
  pages: z.array(z.object({ id, path: z.string(), page: z.record(z.string(), z.unknown()) })),
  next: z.nullable(id),
});

export const readExport = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/export/read",
  method: "GET",
  path: "/api/admin/export/",
  summary: "read the site as a manifest, in parts",
  query: exportQuery,
  answer: exportedPart,
  errors: ["validation_error"],
  uses: ["table:read", "credentials:read"],
  limits: { timeoutSeconds: 29 },
}));

/** The most files that one request asks for. */
const maxExportedFiles = 100;

export const presignExportedFiles = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/export/files",
  method: "POST",
  path: "/api/admin/export/files/",
  summary: "get addresses from which files of media can be read for an hour",
  body: z.object({ keys: listOf(textField({ stringsOnly: true }), { maxItems: maxExportedFiles }) }),
  answer: z.object({ urls: z.array(z.string()) }),
  errors: ["validation_error"],
  uses: ["table:read", "media:sign"],
}));
