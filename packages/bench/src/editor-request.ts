import { editorToken } from "#bench/corpus/site.ts";
import type { HttpRequest } from "./client.ts";

/** A request of the corpus's editor, with JSON if there is a body. */
export const editorRequest = (path: string, body?: object, method = "POST"): HttpRequest => ({
  path,
  method,
  headers: { authorization: `Bearer ${editorToken}`, "content-type": "application/json" },
  ...(body && { body: JSON.stringify(body) }),
});
