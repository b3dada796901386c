import type { MediaFile } from "./media.ts";

/** How a media file goes out: the headers that it has, and the presigned link that leads to it. */
export interface FileDelivery {
  readonly contentType: string;
  readonly contentDisposition: "inline" | "attachment";
  /** Of the file itself. */
  readonly cacheControl: string;
  /** How long the link is good. */
  readonly expiresSeconds: number;
  /** Of the redirect to the link. */
  readonly redirectCacheControl: string;
}

/**
 * How long caches that many people share may keep what is public: what is restricted later is closed within
 * that time.
 */
const sharedSeconds = 300;

const hour = 3_600;

/**
 * The delivery of a media file, public or not. A public file never changes under its URL, because the URL
 * names its content, so browsers keep it for a year. A link outlives every cached redirect to it by hours, so
 * that players can seek.
 */
export const fileDelivery = ({ contentType }: MediaFile, isPublic: boolean): FileDelivery => ({
  contentType,
  contentDisposition: isShown(contentType) ? "inline" : "attachment",
  ...(isPublic
    ? {
        cacheControl: `public, max-age=31536000, s-maxage=${sharedSeconds}, immutable`,
        expiresSeconds: 6 * hour,
        redirectCacheControl: `public, max-age=${sharedSeconds}`,
      }
    : { cacheControl: nobodyKeepsIt, expiresSeconds: hour, redirectCacheControl: nobodyKeepsIt }),
});

const nobodyKeepsIt = "private, no-store";

/**
 * True of what browsers show or play without running anything in it: images, sound and film, but no SVG,
 * which is XML.
 */
const isShown = (contentType: string): boolean =>
  /^(image|audio|video)\/(?!.*xml)[\w.+-]+$/i.test(contentType);

/**
 * The content policy of every media file: a browser that opens it by itself shows or plays it, and runs
 * nothing in it.
 */
export const filePolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** The path below which a site answers presigned requests for files: its gateway, or on AWS the bucket. */
export const filesPath = "/_files";

/** The path below which everybody may read feeds. Without its slash it is their folder in the file store. */
export const feedsPath = "/_feeds";

/** Caches may be one minute behind. */
export const feedCacheControl = "public, max-age=60";
