import type { MediaFile } from "./media.ts";

export interface FileDelivery {
  readonly contentType: string;
  readonly contentDisposition: "inline" | "attachment";
  readonly isPublic: boolean;
  /** The header for the file at an address that is not signed, where caches may keep it. */
  readonly cacheControl: string;
  /** The header for the file at a signed address, which CloudFront checks before it answers from its copy. */
  readonly cdnCacheControl: string;
  /** The time until which the link is valid, in seconds since the epoch. */
  readonly expiresAt: number;
  /** The header for the redirect to the link. */
  readonly redirectCacheControl: string;
}

/**
 * The time for which shared caches keep links to a public file: a new restriction takes effect in this time.
 */
const sharedSeconds = 300;

const hour = 3_600;

/** Links to public files change this often: until then a browser finds its copy at the same address. */
const publicLinkSeconds = 12 * hour;

/**
 * A public file's URL has its digest, so browsers keep it for a year. Its link is valid for 12 to 24 hours,
 * for 12 of them when a cached redirect ends; that of another file for an hour.
 */
export const fileDelivery = ({ contentType }: MediaFile, isPublic: boolean, nowMs: number): FileDelivery => {
  const now = Math.floor(nowMs / 1_000);
  const nextLinkAt = (Math.floor(now / publicLinkSeconds) + 1) * publicLinkSeconds;
  const delivery = {
    contentType,
    contentDisposition: isShown(contentType) ? "inline" : "attachment",
    isPublic,
  } as const;
  if (!isPublic)
    return {
      ...delivery,
      cacheControl: nobodyKeepsIt,
      cdnCacheControl: nobodyKeepsIt,
      expiresAt: now + hour,
      redirectCacheControl: nobodyKeepsIt,
    };
  return {
    ...delivery,
    cacheControl: `public, max-age=31536000, s-maxage=${sharedSeconds}, immutable`,
    cdnCacheControl: "public, max-age=31536000, immutable",
    expiresAt: nextLinkAt + publicLinkSeconds,
    redirectCacheControl: `public, max-age=${nextLinkAt - now}, s-maxage=${sharedSeconds}`,
  };
};

const nobodyKeepsIt = "private, no-store";

/** True for what browsers can show without running anything in it: not for SVG, which is XML. */
const isShown = (contentType: string): boolean =>
  /^(image|audio|video)\/(?!.*xml)[\w.+-]+$/i.test(contentType);

/** The Content-Security-Policy of all media files: a browser that opens one runs nothing in it. */
const filePolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** The headers of all files that protect browsers. CloudFront sends the same (stacks/web.ts). */
export const fileSafetyHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "content-security-policy": filePolicy,
} as const;

/** The path below which the gateway of one machine answers presigned requests for files. */
export const filesPath = "/_files";

/** The paths below which CloudFront answers signed requests from the bucket; the file's key follows. */
export const publicFilesPath = `${filesPath}/public`;
export const restrictedFilesPath = `${filesPath}/restricted`;

/** The path below which everybody may read feeds. Without its slash it is their folder in the file store. */
export const feedsPath = "/_feeds";

/** The path below which a function answers feeds of one person each. No file of the store is there. */
export const privateFeedsPath = `${feedsPath}/private`;

/** The seconds for which a copy of a feed may be used: webhooks wait for it in each cache in turn. */
export const feedCacheMaxAge = 2;

/** The header for caches in front, too, so that one in front of one machine keeps no old feed either. */
export const feedCacheControl = `public, max-age=${feedCacheMaxAge}`;
