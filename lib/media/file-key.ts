import type { Media, MediaFile, MediaKind } from "./media.ts";

export interface MediaFileName {
  readonly kind: MediaKind;
  readonly id: number;
  /**
   * The first twelve hexadecimal digits of the content's SHA-256, or of the SHA-256 of its parts' SHA-256s
   * where it came as an upload. So new content has a new URL.
   */
  readonly digest: string;
  readonly name: string;
  /** Eight hexadecimal digits of a change, so that no two changes of an object store a file at one key. */
  readonly change?: string;
}

/** The key of a file, such as `images/17/0a1b2c3d4e5f/heron.jpg`, or `…/heron--1a2b3c4d.jpg` of a change. */
export const mediaFileKey = ({ kind, id, digest, name, change }: MediaFileName): string => {
  const stored = change === undefined ? name : name.replace(/(\.[^.]*)?$/, `--${change}$1`);
  return `${kind}s/${id}/${digest.slice(0, 12)}/${stored}`;
};

/** The parts of a key; undefined for text that is not the key of a media object's file. */
export const mediaFileNameIn = (key: string): MediaFileName | undefined => {
  const [, kind, id, digest, name] =
    /^(image|audio|video)s\/([1-9]\d{0,15})\/([0-9a-f]{12})\/([^/]+)$/.exec(key) ?? [];
  if (!kind || !digest || !name) return undefined;
  // Plain names never have two hyphens in a row.
  const [, stem, change, extension = ""] = /^(.+)--([0-9a-f]{8})(\.[^.]*)?$/.exec(name) ?? [];
  const stored = { kind: kind as MediaKind, id: Number(id), digest };
  return change === undefined ? { ...stored, name } : { ...stored, name: `${stem}${extension}`, change };
};

/** A content's SHA-256, and the SHA-256 of its parts' SHA-256s if that is known, in hexadecimal digits. */
export interface ContentChecksums {
  readonly sha256: string;
  readonly partsSha256?: string | undefined;
}

/** True if the key is one of this content, whichever way it was uploaded. */
export const isKeyOfContent = (key: string, { sha256, partsSha256 }: ContentChecksums): boolean => {
  const digest = mediaFileNameIn(key)?.digest;
  return digest !== undefined && [sha256, partsSha256].some((each) => each?.startsWith(digest));
};

/** The name that a media object's file has for people: that of its key, without its change. */
export const shownFileName = (key: string): string =>
  mediaFileNameIn(key)?.name ?? key.slice(key.lastIndexOf("/") + 1);

/** The longest name without its extension. */
const maxNameLength = 80;

/** A file's name for URLs: up to 80 ASCII letters, digits, `_` and `-`, and its extension. */
export const plainFileName = (given: string): string => {
  const base = given.split(/[/\\]/).at(-1) ?? "";
  const [, stem = base, extension = ""] = /^(.*)(\.[A-Za-z0-9]{1,10})$/s.exec(base) ?? [];
  const plain = stem
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .slice(0, maxNameLength)
    .replace(/^-+|-+$/g, "");
  return `${plain || "file"}${extension}`;
};

const mediaPath = "/media/";

/** The site-relative URL of a media file. */
export const fileUrl = ({ key }: Pick<MediaFile, "key">): string =>
  mediaPath + key.split("/").map(encodeURIComponent).join("/");

/** The address at which people edit the object: a path below the admin. */
export const mediaEditUrl = ({ kind, id }: Pick<Media, "kind" | "id">): string => `/cms/${kind}s/${id}/edit/`;
