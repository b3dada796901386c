import { expect, test } from "vitest";
import { readyBlockNames, withReadyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import { describedKinds } from "#lib/surfaces/editor/schema/described-kinds.ts";
import { schemaOfSite } from "#lib/surfaces/editor/schema/schema-of-site.ts";
import type { FieldDescription } from "../../../browser/admin/forms/field-description.ts";
import { schemaWith } from "../../../browser/admin/shell/field-texts.ts";
import { germanOfFields } from "../../../browser/admin/texts/fields-de.ts";

const schema = schemaOfSite(describedKinds(), {
  features: [],
  custom: withReadyBlocks(undefined, readyBlockNames),
  takesMarkdown: true,
});

type Described = Partial<Pick<FieldDescription, "label" | "help" | "choices" | "items" | "fields">>;

/** All that people read of a field, but for what has the same name in each language. */
const textsOf = ({ label, help, choices, items, fields }: Described): string[] => [
  ...[label, help].filter((text) => text !== undefined),
  ...(choices ?? []).map((choice) => choice.label).filter((text) => !isCategory(text) && !text.includes(".")),
  ...(items ? textsOf(items) : []),
  ...(fields ?? []).flatMap(textsOf),
];

const podcast = schema.kinds.podcast?.fields.find(({ name }) => name === "podcast");
const categories = podcast?.fields?.find(({ name }) => name === "categories")?.items?.choices ?? [];
const isCategory = (text: string) => categories.some(({ label }) => label === text);

const allTexts = new Set(
  [...Object.values(schema.kinds).flatMap(({ fields }) => fields), ...schema.blocks].flatMap((field) =>
    textsOf(field as Described),
  ),
);

test("every text about the fields of every site has a German one", () => {
  expect(categories.length).toBeGreaterThan(50);
  expect([...allTexts].filter((text) => !Object.hasOwn(germanOfFields, text))).toEqual([]);
});

test("no German text is left of a field that is gone", () => {
  expect(Object.keys(germanOfFields).filter((text) => !allTexts.has(text))).toEqual([]);
});

test("fields, what they hold, their choices and blocks are shown with these texts; a site's own stay", () => {
  const words = { Title: "Titel", "What it says.": "Was es sagt.", Full: "Ganz", Row: "Zeile" };
  const field = { name: "title", type: "text", label: "Title", help: "What it says." };
  const choices = [{ value: "full", label: "Full" }];
  const own = { name: "own", type: "choice", label: "Own", choices };
  const list = { name: "rows", type: "list", label: "Row", items: { type: "object", fields: [field, own] } };
  const shown = schemaWith(words, {
    kinds: { post: { fields: [list], one_of: [["title"]] } },
    blocks: [{ type: "row", label: "Row", fields: [own] }],
    rich_text_features: ["bold"],
  });
  const ownShown = { ...own, choices: [{ value: "full", label: "Ganz" }] };
  const fieldShown = { ...field, label: "Titel", help: "Was es sagt." };
  expect(shown).toEqual({
    kinds: {
      post: {
        fields: [{ ...list, label: "Zeile", items: { type: "object", fields: [fieldShown, ownShown] } }],
        one_of: [["title"]],
      },
    },
    blocks: [{ type: "row", label: "Zeile", fields: [ownShown] }],
    rich_text_features: ["bold"],
  });
});
