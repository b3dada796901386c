import { isObject } from "#lib/blocks/is-object.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { type MediaIds, type MediaReference, mediaIds } from "#lib/media/references.ts";
import type { MediaIdOf } from "./media-ids.ts";

/** Replaces the keys of media by ids, and remembers these. Unknown keys are reported. */
export interface MediaReferences {
  /** The id for a value such as `{image: heron}`. Any other value or member is reported, and gets some id. */
  readonly idOf: (kind: MediaKind, value: unknown, at: Path, form?: ReferenceForm) => number;
  /** All ids that were given. */
  readonly used: () => MediaIds;
}

/** For references other than a map whose only key is the kind. */
interface ReferenceForm {
  /** The member that holds the media object's key. */
  readonly member?: string;
  /** Other permitted members. */
  readonly others?: readonly string[];
}

/** The id for references that were reported, so that each is reported once. */
const noObject = 1;

export const newMediaReferences = (mediaIdOf: MediaIdOf, report: Report): MediaReferences => {
  const used: MediaReference[] = [];
  const use = (kind: MediaKind, id: number): number => {
    used.push({ kind, id });
    return id;
  };
  return {
    idOf: (kind, value, at, { member = kind, others = [] } = {}) => {
      const key = isObject(value) ? value[member] : undefined;
      if (!isObject(value) || typeof key !== "string") {
        report(at, `expected a map such as {${member}: key}`);
        return use(kind, noObject);
      }
      for (const name of Object.keys(value)) {
        if (name !== member && !others.includes(name)) report([...at, name], "unknown key");
      }
      const id = mediaIdOf(kind, key);
      if (id === undefined) report([...at, member], `there is no ${kind} ${key}`);
      return use(kind, id ?? noObject);
    },
    used: () => mediaIds(used),
  };
};
