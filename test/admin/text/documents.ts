import fc from "fast-check";
import type { Node, Schema } from "prosemirror-model";

/** Random documents of the editor: everything that its schema allows, also what nobody would write. */

const words = fc.oneof(
  fc.constantFrom(
    "word",
    " two words ",
    "<b>",
    "&amp;",
    '"quoted"',
    "a\u00A0b",
    "  ",
    "\t\n",
    "\u00A0",
    "é",
    "שלום",
    "😀",
    "\uFEFF",
    "#",
    "\\",
    "\0",
    "\uD800",
  ),
  fc.string({ maxLength: 6, unit: "binary" }),
);

const addresses = fc.constantFrom(
  "https://birds.example/a?b=1&c=2",
  "/posts/robin/",
  "#fn-1",
  "mailto:a@birds.example",
  'https://birds.example/"quoted"',
  "https://birds.example/<a>",
);

const keys = fc.constantFrom("", "", "", ' data-block-key="k1"', ' data-block-key="#robin"');

const markNames = ["bold", "italic", "strikethrough", "superscript", "subscript", "code"] as const;

const marksOf = (schema: Schema) =>
  fc
    .tuple(
      fc.subarray([...markNames]),
      fc.option(
        fc.oneof(
          addresses.map((href) => ({ href })),
          fc.constant({ kind: "page", id: "7" }),
        ),
        {
          freq: 3,
        },
      ),
      fc.constantFrom(0, 1),
    )
    .map(([names, link, part]) => [
      ...(link && schema.marks.link ? [schema.marks.link.create({ ...link, part })] : []),
      ...names.flatMap((name) => schema.marks[name]?.create() ?? []),
    ]);

const inlineOf = (schema: Schema): fc.Arbitrary<Node> =>
  fc
    .tuple(fc.option(words, { freq: 5 }), marksOf(schema))
    .map(([text, marks]) =>
      text ? schema.text(text, marks) : schema.nodes.break!.create(null, null, marks),
    );

const lineOf = (schema: Schema, plain = false): fc.Arbitrary<Node> => {
  const types = [schema.nodes.paragraph!, ...(plain || !schema.nodes.heading ? [] : [schema.nodes.heading])];
  return fc
    .tuple(
      fc.constantFrom(...types),
      plain ? fc.constant("") : keys,
      fc.array(inlineOf(schema), { maxLength: 4 }),
    )
    .map(([type, key, content]) => type.create({ key }, content));
};

const listOf = (schema: Schema, depth: number): fc.Arbitrary<Node> => {
  const { bullet_list, ordered_list, item } = schema.nodes;
  const types = [bullet_list, ordered_list].flatMap((type) => type ?? []);
  const inner = depth > 0 ? fc.oneof(lineOf(schema, true), listOf(schema, depth - 1)) : lineOf(schema, true);
  const items = fc
    .tuple(lineOf(schema, true), fc.array(inner, { maxLength: 2 }), keys)
    .map(([first, rest, key]) => item!.create({ key }, [first, ...rest]));
  return fc
    .tuple(
      fc.constantFrom(...types),
      fc.array(items, { minLength: 1, maxLength: 3 }),
      ordered_list?.spec.attrs?.start ? fc.constantFrom(1, 1, 3) : fc.constant(1),
    )
    .map(([type, content, start]) => type.create(type === ordered_list ? { start } : null, content));
};

/** A node that may stand at the top of the text. */
export const richNode = (schema: Schema, depth = 2): fc.Arbitrary<Node> => {
  const { rule, quote, item } = schema.nodes;
  return fc.oneof(
    { weight: 4, arbitrary: lineOf(schema) },
    ...(item ? [{ weight: 2, arbitrary: listOf(schema, depth) }] : []),
    ...(rule ? [{ weight: 1, arbitrary: fc.constant(rule.create()) }] : []),
    ...(quote && depth > 0
      ? [
          {
            weight: 1,
            arbitrary: fc
              .tuple(keys, fc.array(richNode(schema, depth - 1), { minLength: 1, maxLength: 3 }))
              .map(([key, content]) => quote.create({ key }, content)),
          },
        ]
      : []),
  );
};
