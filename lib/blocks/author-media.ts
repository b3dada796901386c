import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaReference } from "#lib/media/references.ts";
import { isObject } from "./is-object.ts";

/** What an author's media blocks refer to, in order; malformed references are left out. */
export const mediaInAuthorBlocks = (blocks: readonly unknown[]): readonly MediaReference[] =>
  blocks.flatMap((block) => (isObject(block) ? mediaInAuthorBlock(block) : []));

const mediaInAuthorBlock = ({
  type,
  value,
}: Readonly<Record<string, unknown>>): readonly MediaReference[] => {
  if (isMediaKind(type)) return reference(type, value);
  if (type !== "gallery" || !Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => reference("image", entry));
};

const reference = (kind: MediaKind, value: unknown): readonly MediaReference[] =>
  isObject(value) && isMediaId(value.id) ? [{ kind, id: value.id }] : [];
