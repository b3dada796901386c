import * as z from "zod/mini";
import { route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";

/** An image of the page-content API; which members stand in it depends on `fields`. */
export const imageItem = z.looseObject({
  id: z.optional(id),
  meta: z.optional(z.looseObject({})),
  title: z.optional(z.string()),
});

const fields = { description: "Fields to show, such as `width,-title`, `*` or `_,title`." };
const format = { description: "`json`." };

const common = {
  auth: "images",
  method: "GET",
  envelope: "pages",
  isPrivate: true,
  permission: "view the collection of the image",
} as const;

export const listViewableImages = route({
  ...common,
  id: "images/list",
  path: "/api/cms/images/",
  summary: "list the images that the caller may view",
  query: {
    fields,
    order: { description: "Fields to order by, comma-separated; prefix `-` for descending; `random`." },
    search: { description: "Words of the title, the description and the tags." },
    search_operator: { description: "`and`: all of the words, or `or`: any." },
    tags: { description: "Exact tags, comma-separated, all of them; not together with `search`." },
    id: { description: "Only the image with this id.", type: "integer" },
    title: { description: "Only images with exactly this title." },
    width: { description: "Only images of this width in pixels.", type: "integer" },
    height: { description: "Only images of this height in pixels.", type: "integer" },
    limit: { description: "At most this many images, up to 200.", type: "integer" },
    offset: { description: "Skip this many images.", type: "integer" },
    page: { description: "The page of the list, from 1, or `last`; not together with `limit` and `offset`." },
    pageSize: { description: "Images per page of the list, up to 200.", type: "integer" },
    format,
  },
  answer: z.extend(envelopeOf(imageItem), { meta: z.object({ total_count: z.int() }) }),
  errors: ["bad_query"],
  uses: ["table:read", "catalog"],
});

export const readImage = route({
  ...common,
  id: "images/read",
  path: "/api/cms/images/{id}/",
  params: ["id"],
  summary: "read an image that the caller may view",
  query: { fields, format },
  answer: imageItem,
  errors: ["bad_query"],
  uses: ["table:read"],
});

export const findImage = route({
  ...common,
  id: "images/find",
  path: "/api/cms/images/find/",
  summary: "go to the image of an id",
  query: { id: { description: "The image's id.", type: "integer", required: true } },
  status: 302,
  uses: ["table:read"],
});
