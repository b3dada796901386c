import type { Section } from "#lib/blocks/sections.ts";
import type { Reading } from "./theme.ts";

/**
 * Gives ids to the headings of a body. The names that these cannot have are many, so they are loaded for
 * bodies with headings only; undefined for others.
 */
export const headingAnchors = async (body: readonly Section[]): Promise<Reading["anchors"]> =>
  /<h[1-6]|-block-key=/i.test(JSON.stringify(body)) ? await import("#lib/richtext/anchors.ts") : undefined;
