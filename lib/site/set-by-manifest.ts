/**
 * Short digests of what a manifest has last set of an object, by member in its words. They stay as they are
 * when others change the object.
 */
export type SetByManifest = Readonly<Record<string, string>>;
