import { pageKinds, parentSchemas } from "#lib/manifest/page-schema.ts";

/** Posts and episodes are no parents: the editor API makes and changes them. */
export const parentTypes = ["site.HomePage", "site.Blog", "site.Podcast"] as const;

export type ParentType = (typeof parentTypes)[number];

export const isParentType = (type: unknown): type is ParentType =>
  (parentTypes as readonly unknown[]).includes(type);

/** Whatever a parent may have, this one may. */
export const richestParent: ParentType = "site.Podcast";

const known = new Map<ParentType, readonly string[]>();

/**
 * The members of a parent in answers and changes. What else a manifest says of a page, its path says, or
 * other sections and routes.
 */
export const membersOfParent = (type: ParentType): readonly string[] => {
  const names = known.get(type) ?? ["path", "type", ...Object.keys(parentSchemas[pageKinds[type]]().shape)];
  known.set(type, names);
  return names;
};
