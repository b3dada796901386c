import type { CustomBlocks } from "./custom-block.ts";
import { readCustom } from "./read-custom.ts";
import type { SectionName } from "./sections.ts";
import type { StoredBlock } from "./stored.ts";

/** A block as authors send and see it. */
export interface AuthorBlock {
  readonly type: string;
  readonly value: unknown;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The author's value of a stored block of a type that we can edit; undefined when it could not be sent back as it is. */
const readers: Readonly<Record<string, (stored: unknown) => unknown>> = {
  paragraph: (stored) => (isText(stored) ? stored : undefined),
  code: (stored) => {
    const { language, source } = (stored ?? {}) as Record<string, unknown>;
    return isFilled(language) && isFilled(source) ? { language, source } : undefined;
  },
};

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The section's stored blocks as authors see them; what cannot be edited stands as a placeholder that may be sent back (spec "Body blocks" 3). */
export const readSection = (
  name: SectionName,
  blocks: readonly StoredBlock[],
  customBlocks?: CustomBlocks,
): AuthorBlock[] =>
  blocks.map(({ type, value }, index) => {
    const custom = customBlocks?.[name].get(type);
    const builtIn = Object.hasOwn(readers, type) ? readers[type] : undefined;
    const read = custom ? readCustom(custom, value) : builtIn?.(value);
    if (read !== undefined) return { type, value: read };
    return { type: "unsupported", value: { stored_type: type, position: `${name}.${index}` } };
  });
