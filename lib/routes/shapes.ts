import * as z from "zod/mini";

/** A list with its page links (contract#pagination). */
export const envelopeOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  });

export const id = z.int().check(z.positive());
