import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { sectionNames } from "#lib/blocks/sections.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { sectionForms } from "#lib/routes/editor-post-shapes.ts";
import type { DescribedField } from "#lib/routes/editor-schema.ts";
import { blockTypesOf, describedBlocks } from "./described-blocks.ts";
import { labelOf } from "./described-field.ts";
import type { DescribedKind } from "./described-kinds.ts";

interface SiteRules {
  readonly features: readonly RichTextFeature[];
  readonly custom: CustomBlocks | undefined;
  readonly takesMarkdown: boolean;
}

/** What can be written on a site: all kinds as documented, with the blocks and rules of this site. */
export const schemaOfSite = (
  documented: Readonly<Record<string, DescribedKind>>,
  { features, custom, takesMarkdown }: SiteRules,
) => {
  const offered = new Map<string, readonly string[]>(
    sectionNames.map((name) => [name, blockTypesOf(name, custom)]),
  );
  const left = new Set<string>(takesMarkdown ? [] : sectionNames.map((name) => sectionForms(name)[1]));
  const fieldOfSite = (field: DescribedField): DescribedField => {
    const types = field.type === "blocks" ? offered.get(field.name) : undefined;
    return types ? { ...field, choices: types.map((value) => ({ value, label: labelOf(value) })) } : field;
  };
  const kindOfSite = ({ fields, one_of }: DescribedKind) =>
    withoutFields({ fields: fields.map(fieldOfSite), one_of }, left);
  return {
    kinds: Object.fromEntries(Object.entries(documented).map(([name, kind]) => [name, kindOfSite(kind)])),
    blocks: describedBlocks(custom),
    rich_text_features: [...features],
  };
};

/** A field that is the only one left of those of which one is needed is required. */
const withoutFields = ({ fields, one_of }: DescribedKind, left: ReadonlySet<string>) => {
  const choices = one_of.map((names) => names.filter((name) => !left.has(name)));
  const needed = choices.flatMap((names) => (names.length === 1 ? names : []));
  return {
    fields: fields
      .filter(({ name }) => !left.has(name))
      .map((field): DescribedField => (needed.includes(field.name) ? { ...field, required: true } : field)),
    one_of: choices.filter((names) => names.length > 1),
  };
};
