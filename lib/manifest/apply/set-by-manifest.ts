import { declarationsIn } from "#lib/field.ts";
import { shortDigest } from "#lib/manifest/short-digest.ts";
import type { ObjectField, ObjectFields } from "#lib/object-fields.ts";
import type { SetByManifest } from "#lib/site/set-by-manifest.ts";

type Said = Readonly<Record<string, unknown>>;

/** The members of a stored object in a manifest's words. */
export const wireMembers = (fields: ObjectFields, object: object): Said => {
  const values = new Map<string, unknown>(Object.entries(object));
  return Object.fromEntries(
    declarationsIn<string, ObjectField>(fields).map(([name, , wire]) => [wire, values.get(name)]),
  );
};

/** What a manifest sets, to be kept with the object. */
export const digestsOf = (said: Said): SetByManifest =>
  Object.fromEntries(Object.entries(said).map(([member, value]) => [member, shortDigest(value)]));

/** The members that were changed since a manifest has set them, and that it would set otherwise. */
export const changedMembers = (set: SetByManifest = {}, stored: Said, desired: Said): readonly string[] =>
  Object.keys(desired).filter((member) => {
    const [was, is] = [set[member], shortDigest(stored[member])];
    return was !== undefined && is !== was && is !== shortDigest(desired[member]);
  });
