import * as z from "zod/mini";
import { shapeOf } from "./shapes.ts";

const verb = /* @__PURE__ */ z.boolean();

/** What the caller may do with a post or episode (contract#may). */
export const verbsOfPost = /* @__PURE__ */ shapeOf(() => ({
  edit: verb,
  publish: verb,
  unpublish: verb,
  schedule: verb,
  unschedule: verb,
  lock: verb,
  unlock: verb,
  delete: verb,
  start_workflow: verb,
  approve: verb,
  request_changes: verb,
  cancel_workflow: verb,
}));

/** What they may do with a home page, blog or podcast. */
export const verbsOfParent = /* @__PURE__ */ shapeOf(() => ({ add: verb, edit: verb }));

/** What they may do with a post or episode in the bin. */
export const verbsInBin = /* @__PURE__ */ shapeOf(() => ({ restore: verb }));

/** What they may do with a media object. */
export const verbsOfMedia = /* @__PURE__ */ shapeOf(() => ({ edit: verb, delete: verb, choose: verb }));

/** What they may do on the site. */
export const verbsOnSite = /* @__PURE__ */ shapeOf(() => ({
  administrate: verb,
  moderate: verb,
  see_statistics: verb,
}));
