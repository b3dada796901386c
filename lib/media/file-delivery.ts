import type { MediaFile } from "./media.ts";

export interface FileDelivery {
  readonly contentType: string;
  readonly contentDisposition: "inline" | "attachment";
  /** Of the file. */
  readonly cacheControl: string;
  /** How long the presigned link is valid. */
  readonly expiresSeconds: number;
  /** Of the redirect to the link. */
  readonly redirectCacheControl: string;
}

/** How long shared caches keep public files: a new restriction takes effect within this time. */
const sharedSeconds = 300;

const hour = 3_600;

/** A public file's URL has its digest, so browsers keep it for a year. Links outlive cached redirects. */
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

/** True for what browsers can show without running anything in it: not for SVG, which is XML. */
const isShown = (contentType: string): boolean =>
  /^(image|audio|video)\/(?!.*xml)[\w.+-]+$/i.test(contentType);

/** The Content-Security-Policy of all media files: a browser that opens one runs nothing in it. */
export const filePolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** The path below which a site answers presigned requests for files: its gateway, or on AWS the bucket. */
export const filesPath = "/_files";

/** The path below which everybody may read feeds. Without its slash it is their folder in the file store. */
export const feedsPath = "/_feeds";

/** For how many seconds a copy of a feed may be used. */
export const feedCacheMaxAge = 60;

/** Caches may be one minute behind. */
export const feedCacheControl = `public, max-age=${feedCacheMaxAge}`;
