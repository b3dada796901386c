import * as z from "zod";

/** A list with its page links (spec "Pagination envelope"). */
export const envelopeOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

/** An id of something stored. */
export const id = z.int().positive();
