import * as z from "zod/mini";

export const flag = z.pipe(
  z
    .string()
    .check(z.regex(/^(true|false)$/i, { error: ({ input }) => `true or false is expected, not ${input}` })),
  z.transform((text) => text.toLowerCase() === "true"),
);

const matching = (pattern: RegExp, what: string) =>
  z.string().check(z.regex(pattern, { error: ({ input }) => `${what} is expected, not ${input}` }));

export const wholeNumber = (unit: string) =>
  z.pipe(matching(/^\d{1,15}$/, `a number of ${unit}`), z.transform(Number));

/** Fewer than a million seconds: timers take at most 24 days. */
export const seconds = z.pipe(matching(/^\d{1,6}(\.\d{1,9})?$/, "a number of seconds"), z.transform(Number));

/** A text that is not blank. */
export const someText = z.custom<string>(
  (value) => typeof value === "string" && value.trim() !== "",
  "a text is expected",
);

/** An object with these members and no others. */
export const membersOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, { error: wrongMember(Object.keys(shape)) });

/** An object with some of these members and no others. */
export const someOf = <Name extends string, Value extends z.core.$ZodType>(
  names: readonly Name[],
  value: Value,
) => z.partialRecord(z.enum(names), value, { error: wrongMember(names) });

const wrongMember =
  (names: readonly string[]) =>
  (issue: z.core.$ZodRawIssue): string =>
    issue.code === "unrecognized_keys"
      ? `there is no member ${JSON.stringify(issue.keys[0])}, only ${names.join(", ")}`
      : "an object is expected";
