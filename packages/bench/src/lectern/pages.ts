/** Actions on pages, and the items that they leave. */
export { decideCreation, type NewPage } from "../../../../lib/actions/pages/create-page.ts";
export { decidePublication } from "../../../../lib/actions/pages/publication.ts";
export { publishPage } from "../../../../lib/actions/pages/publish-page.ts";
export { setPageProperties } from "../../../../lib/actions/pages/set-page-properties.ts";
export { applyManifest } from "../../../../lib/manifest/apply.ts";
export type { PostContent } from "../../../../lib/pages/content.ts";
export type { Page } from "../../../../lib/pages/page.ts";
export { changeSlugClaim } from "../../../../lib/store/address-claims.ts";
export { commitDecision } from "../../../../lib/store/commit.ts";
export { drawManyNumbers } from "../../../../lib/store/items.ts";
export { countBirths, readPage, readPages } from "../../../../lib/store/pages.ts";
export { noteLostRace } from "../../../../lib/store/sequences.ts";
