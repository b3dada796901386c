/** A manifest without the UUIDs of its pages, which each service draws for itself. */
export const withoutUuids = <Value>(manifest: Value): Value =>
  JSON.parse(JSON.stringify(manifest, (name, value) => (name === "uuid" ? undefined : value)));
