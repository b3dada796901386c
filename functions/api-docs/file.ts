/** GET /api/docs/{name+} — read a file of the page that shows this API */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { docsFiles } from "#lib/openapi/docs-page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readApiDocsFile } from "#lib/routes/api-docs.ts";

/** Finds packages where they are installed, and beside the function on AWS, where they are copied. */
const { resolve } = createRequire(import.meta.url);

export const handler = endpoint(readApiDocsFile, async ({ tail }) => {
  const file = Object.hasOwn(docsFiles, tail) ? docsFiles[tail] : undefined;
  if (!file) throw new Refusal("not_found");
  return new Reply(await readFile(resolve(file.module), "utf8"), {
    headers: { "content-type": file.type, "cache-control": "public, max-age=31536000, immutable" },
  });
});
