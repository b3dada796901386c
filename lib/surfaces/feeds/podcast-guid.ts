import { createHash } from "node:crypto";

/** The namespace of podcasts' GUIDs (podcast namespace, `guid`). */
const podcastNamespace = "ead4c236-bf58-58c6-a2c6-a6b28d128cb6";

/**
 * The GUID of a podcast that was given none: the UUIDv5 of the page's own UUID, which stays when the podcast
 * is renamed or moves to another domain.
 */
export const podcastGuid = (pageUuid: string): string => {
  const namespace = Buffer.from(podcastNamespace.replaceAll("-", ""), "hex");
  const bytes = createHash("sha1").update(namespace).update(pageUuid).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};
