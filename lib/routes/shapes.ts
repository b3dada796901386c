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

/** One of several texts, whose meanings the document lists. */
export const oneOf = <const Value extends string>(
  values: readonly Value[],
  meanings: Readonly<Record<Value, string>>,
) => z.enum(values).register(z.globalRegistry, { description: explanation(meanings) });

/** The meanings in a sentence, such as `1: yes; 2: no`. */
export const explanation = (meanings: Readonly<Record<string | number, string>>): string =>
  Object.entries(meanings)
    .map(([value, meaning]) => `${value === "" ? '""' : value}: ${meaning}`)
    .join("; ");
