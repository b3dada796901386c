/** Reading alone: no more than browsers need. */
export type { Connection, ConnectionOptions } from "./connection.ts";
export type { FollowOptions, SiteStep } from "./follow.ts";
export {
  type ImageAttributes,
  type ImageRendition,
  imageAttributes,
  imageSources,
  type ShownImage,
  type SourceAttributes,
} from "./images.ts";
export {
  type AddressedPage,
  addressOf,
  isAddressed,
  type LinkTargets,
  linkTargets,
  rewriteLinks,
} from "./links.ts";
export type { AnswerOf, Method, PartsOf, PathWith, RequestOptions, Schemas } from "./operations.ts";
export type { PageQuery, PagesQuery } from "./pages.ts";
export { createReader, type Reader } from "./reader.ts";
export { type Problem, Refusal, Unreachable } from "./refusal.ts";
export type { RetryOptions } from "./send.ts";
export type { FollowedBy, FollowedPage, ListedPage, Page, ShownBy, SinglePage } from "./shown-page.ts";
