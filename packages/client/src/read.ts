/** Reading alone: no more than browsers need. */
export type { Connection, ConnectionOptions } from "./connection.ts";
export type { FollowedPage, FollowOptions, SiteStep } from "./follow.ts";
export { type ImageAttributes, imageAttributes, type ShownImage } from "./images.ts";
export type { AnswerOf, Method, PartsOf, PathWith, RequestOptions, Schemas } from "./operations.ts";
export type { Page, PageQuery, PagesQuery } from "./pages.ts";
export { createReader, type Reader } from "./reader.ts";
export { type Problem, Refusal, Unreachable } from "./refusal.ts";
export type { RetryOptions } from "./send.ts";
