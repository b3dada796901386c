import * as z from "zod/mini";

/** A list with its page links (contract#pagination). */
export const envelopeOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  });

/** An id of something stored. */
export const id = z.int().check(z.positive());

/** The query parameters of every list that comes in pages (contract#pagination). */
export const pageWindow = {
  page: { description: "The page of the list, from 1, or `last`." },
  pageSize: { description: "Items per page, up to 200; 40 unless said otherwise.", type: "integer" },
} as const;

/** The query parameters of lists that answer with everything, unless a part is asked for. */
export const sliceOfList = {
  limit: {
    description: "How many items to answer with; all of them unless said otherwise.",
    type: "integer",
  },
  offset: { description: "How many items to leave out before.", type: "integer" },
} as const;

/** The query parameters by which a request chooses a theme for itself. */
export const themeChoice = {
  theme: { description: "The slug of a theme, for this request only." },
  template_base_dir: { description: "The same, and stronger." },
} as const;
