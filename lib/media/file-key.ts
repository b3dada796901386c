import type { MediaKind } from "./media.ts";

export interface MediaFileName {
  readonly kind: MediaKind;
  readonly id: number;
  /** The first twelve hexadecimal digits of the content's SHA-256, so that new content has a new URL. */
  readonly digest: string;
  readonly name: string;
}

/** Such as `images/17/0a1b2c3d4e5f/heron.jpg`. */
export const mediaFileKey = ({ kind, id, digest, name }: MediaFileName): string =>
  `${kind}s/${id}/${digest.slice(0, 12)}/${name}`;

/** Undefined for text that is not the key of a media object's file. */
export const mediaFileNameIn = (key: string): MediaFileName | undefined => {
  const [, kind, id, digest, name] =
    /^(image|audio|video)s\/([1-9]\d{0,15})\/([0-9a-f]{12})\/([^/]+)$/.exec(key) ?? [];
  return kind && digest && name ? { kind: kind as MediaKind, id: Number(id), digest, name } : undefined;
};

/** Without the extension. */
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
