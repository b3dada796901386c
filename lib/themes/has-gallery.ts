import { type Section, shownSections } from "#lib/blocks/sections.ts";

/** True if readers are shown a gallery of the body, unless they may see none of its images. */
export const hasGallery = (body: readonly Section[]): boolean =>
  shownSections(body).some(({ value }) => value.some(({ type }) => type === "gallery"));
