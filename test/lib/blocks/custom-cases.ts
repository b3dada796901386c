import * as fc from "fast-check";

const leafValues = {
  char: fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("a")),
  text: fc.string(),
  richtext: fc.oneof(fc.string(), fc.constantFrom("<p>a</p>", "<ul><li><b>a</ul>", "<h2>x", "")),
  rawhtml: fc.constantFrom(undefined, "", "<b>"),
  integer: fc.oneof(fc.integer(), fc.constant(null)),
  decimal: fc.oneof(fc.double(), fc.integer().map(String)),
  boolean: fc.boolean(),
  date: fc.constantFrom("2026-01-02", "2026-02-30", ""),
  datetime: fc.constantFrom("2026-01-02T03:04:05Z", "9999-12-31T23:59-10:00", "x"),
  url: fc.webUrl(),
  email: fc.emailAddress(),
  image: fc.nat(),
} as const;

/** The declaration of a custom block, as the setting has it, and what an author might send. */
export interface Case {
  readonly block: object;
  readonly value: unknown;
}

const leaf: fc.Arbitrary<Case> = fc.constantFrom(...Object.entries(leafValues)).chain(([type, values]) =>
  fc.record({
    block: fc.record({ type: fc.constant(type), required: fc.boolean() }),
    value: fc.oneof({ weight: 9, arbitrary: values as fc.Arbitrary<unknown> }, fc.jsonValue({ maxDepth: 2 })),
  }),
);

const presence = fc.boolean();

/** Declarations with values that mostly fit them. */
export const { block: customCases } = fc.letrec<{ block: Case }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .tuple(presence, fc.dictionary(fc.constantFrom("a", "b", "constructor"), tie("block")))
      .map(([required, members]) => ({
        block: { type: "struct", required, fields: mapped(members, ({ block }) => block) },
        value: mapped(members, ({ value }) => value),
      })),
    fc.tuple(presence, tie("block"), fc.nat(3)).map(([required, { block, value }, length]) => ({
      block: { type: "list", required, item: block },
      value: Array.from({ length }, () => value),
    })),
    fc
      .tuple(presence, fc.dictionary(fc.constantFrom("a", "b", "toString"), tie("block")))
      .map(([required, kinds]) => ({
        block: { type: "stream", required, blocks: mapped(kinds, ({ block }) => block) },
        value: Object.entries(kinds).map(([type, { value }]) => ({ type, value })),
      })),
  ),
}));

const mapped = (cases: Readonly<Record<string, Case>>, part: (of: Case) => unknown) =>
  Object.fromEntries(Object.entries(cases).map(([name, each]) => [name, part(each)]));
