import type { Media, MediaFile } from "./media.ts";

const mediaPath = "/media/";

/** The site-relative URL of a media file. */
export const fileUrl = ({ key }: Pick<MediaFile, "key">): string =>
  mediaPath + key.split("/").map(encodeURIComponent).join("/");

/** The address at which people edit the object: a path below the admin. */
export const mediaEditUrl = ({ kind, id }: Pick<Media, "kind" | "id">): string => `/cms/${kind}s/${id}/edit/`;
