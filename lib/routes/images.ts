import * as z from "zod/mini";
import { imageFindQuery } from "#lib/queries/find-query.ts";
import { imageListQuery, imageReadQuery } from "#lib/queries/image-query.ts";
import { imageItem } from "./page-shapes.ts";
import { route } from "./route.ts";
import { envelopeOf } from "./shapes.ts";

const common = {
  auth: "images",
  method: "GET",
  envelope: "pages",
  isPrivate: true,
  permission: "view the collection of the image",
} as const;

export const listViewableImages = /* @__PURE__ */ route(() => ({
  ...common,
  id: "images/list",
  path: "/api/cms/images/",
  summary: "list the images that the caller may view",
  query: imageListQuery,
  answer: z.extend(envelopeOf(imageItem), { meta: z.object({ total_count: z.int() }) }),
  errors: ["bad_query"],
  uses: ["table:read", "catalog"],
}));

export const readViewableImage = /* @__PURE__ */ route(() => ({
  ...common,
  id: "images/read",
  path: "/api/cms/images/{id}/",
  params: ["id"],
  summary: "read an image that the caller may view",
  query: imageReadQuery,
  answer: imageItem,
  errors: ["bad_query"],
  uses: ["table:read"],
}));

export const findImage = /* @__PURE__ */ route(() => ({
  ...common,
  id: "images/find",
  path: "/api/cms/images/find/",
  summary: "redirect to the image with an id",
  query: imageFindQuery,
  status: 302,
  uses: ["table:read"],
}));
