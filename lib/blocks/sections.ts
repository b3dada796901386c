import type { Section, StoredBlock } from "./stored.ts";

/** The sections of a body that the editor API shows and replaces, in their order. */
export const sectionNames = ["overview", "detail"] as const;
export type SectionName = (typeof sectionNames)[number];

/**
 * The sections that readers are shown: those of other names, which manifests may store, are shown to nobody.
 */
export const shownSections = (body: readonly Section[]): readonly Section[] =>
  body.filter(({ type }) => sectionNames.some((name) => name === type));

/** The stored blocks of a section: of the first one of that name, or none. */
export const storedBlocks = (body: readonly Section[], name: SectionName): readonly StoredBlock[] =>
  body.find((section) => section.type === name)?.value ?? [];

/**
 * The body with one section's blocks replaced: the first section of the name gets them, further ones of the
 * name go, a missing one is put in, overview before detail. All other sections stay as they are.
 */
export const replaceSection = (
  body: readonly Section[],
  name: SectionName,
  blocks: readonly StoredBlock[],
): readonly Section[] => {
  const first = body.findIndex((section) => section.type === name);
  if (first >= 0) {
    return body
      .map((section, index) => (index === first ? { ...section, value: blocks } : section))
      .filter((section, index) => section.type !== name || index === first);
  }
  const neighbour = body.findIndex(
    (section) => section.type === (name === "overview" ? "detail" : "overview"),
  );
  const place = name === "overview" ? Math.max(neighbour, 0) : neighbour < 0 ? body.length : neighbour + 1;
  return body.toSpliced(place, 0, { type: name, value: blocks });
};
