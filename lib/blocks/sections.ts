/** The sections that the editor API shows and replaces, in order. */
export const sectionNames = ["overview", "detail"] as const;
export type SectionName = (typeof sectionNames)[number];

/** Manifests may store sections of other names, which readers are not shown. */
export const shownSections = (body: readonly Section[]): readonly Section[] =>
  body.filter(({ type }) => sectionNames.some((name) => name === type));

/** The blocks of the first section of the name; empty if there is none. */
export const storedBlocks = (body: readonly Section[], name: SectionName): readonly StoredBlock[] =>
  body.find((section) => section.type === name)?.value ?? [];

/** The body with one section's blocks replaced. Repeated sections of the name are dropped. */
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

/** A stored block (contract#stored-blocks); its `value` may be anything. */
export interface StoredBlock {
  readonly type: string;
  readonly value: unknown;
  readonly id?: string;
}

/** Such as `overview` or `detail`. */
export interface Section {
  readonly type: string;
  readonly value: readonly StoredBlock[];
  readonly id?: string;
}
