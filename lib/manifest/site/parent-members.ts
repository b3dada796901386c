import { declarationsIn } from "#lib/field.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import type { ContentField } from "#lib/pages/content-fields.ts";

/** Posts and episodes are no parents: the editor API makes and changes them. */
export const parentTypes = ["site.HomePage", "site.Blog", "site.Podcast"] as const;

export type ParentType = (typeof parentTypes)[number];

export const isParentType = (type: unknown): type is ParentType =>
  (parentTypes as readonly unknown[]).includes(type);

/** Whatever a parent may have, this one may. */
export const richestParent: ParentType = "site.Podcast";

const kinds = { "site.HomePage": "home", "site.Blog": "blog", "site.Podcast": "podcast" } as const;

/** What they say beside their content. */
const others: Readonly<Record<ParentType, readonly string[]>> = {
  "site.HomePage": ["live", "show_in_menus"],
  "site.Blog": ["comments_enabled", "live", "show_in_menus"],
  "site.Podcast": ["comments_enabled", "seasons", "live", "show_in_menus"],
};

/**
 * The members of a parent in answers and changes: those of `parentSchemas`, which functions that only read do
 * not load. What else a manifest says of a page, its path says, or other sections and routes.
 */
export const membersOfParent = (type: ParentType): readonly string[] => [
  ...["path", "type"],
  ...declarationsIn<string, ContentField>(fieldsOfKind[kinds[type]]).flatMap(([, field, wire]) =>
    field.type === "slug" ? [] : [wire],
  ),
  ...others[type],
];
