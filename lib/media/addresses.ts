import type { MediaFile } from "./media.ts";

/** The path below which media files are served. */
const mediaPath = "/media/";

/** The site-relative URL of a media file. */
export const fileUrl = ({ key }: Pick<MediaFile, "key">): string =>
  mediaPath + key.split("/").map(encodeURIComponent).join("/");
