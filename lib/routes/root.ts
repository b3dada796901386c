import * as z from "zod/mini";
import { route } from "./route.ts";

export const readRoot = /* @__PURE__ */ route(() => ({
  id: "root",
  method: "GET",
  path: "/api/",
  summary: "list the roots of the API",
  auth: "public",
  envelope: "legacy",
  answer: z.record(z.string(), z.string()),
  uses: ["table:read"],
}));

export const readOpenApi = /* @__PURE__ */ route(() => ({
  id: "openapi",
  method: "GET",
  path: "/api/openapi.json",
  summary: "read the description of this API as OpenAPI 3.1",
  auth: "public",
  envelope: "legacy",
  answer: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string(), description: z.string() }),
  }),
  uses: ["table:read"],
}));
