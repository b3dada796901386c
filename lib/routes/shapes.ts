import * as z from "zod/mini";

/** A list with its page links (contract#pagination). */
export const envelopeOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  });

/**
 * An object of these members. With `@__PURE__` before the call, a function's bundle leaves the shape out
 * where nothing uses it, as `route` says.
 */
export const shapeOf = <Members extends z.core.$ZodLooseShape>(members: () => Members) => z.object(members());

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

interface Choosing<Value> {
  readonly choices?: readonly (readonly [value: Value, meaning: string])[];
}

/** The values of a field that is a choice. */
export const choiceValues = <Value>({ choices = [] }: Choosing<Value>): readonly Value[] =>
  choices.map(([value]) => value);

/** The meaning of each. */
export const meaningsOf = ({ choices = [] }: Choosing<string | number>): Record<string | number, string> =>
  Object.fromEntries(choices);
