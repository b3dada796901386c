import type { ConnectionLimits } from "./connections.ts";

/** Descriptors for what the service has open beside connections: some 60, and more while it is at work. */
const ownDescriptors = 100;

/** Each connection may be sent a file, whose descriptor is open as long. */
const descriptorsEach = 2;

/** Bounds memory: an idle connection takes some 10 KB. */
const maxAnywhere = 8_192;

/** The fewest connections with which anybody can be served. */
const minAnywhere = 16;

/** More than the people behind one address need at the same time. */
const maxPerClient = 256;

/** The limits of connections for a process that may open so many descriptors. */
export const connectionLimits = (descriptors = Number.POSITIVE_INFINITY): ConnectionLimits => {
  const room = Math.floor((descriptors - ownDescriptors) / descriptorsEach);
  const most = Math.max(minAnywhere, Math.min(maxAnywhere, room));
  return { most, maxPerClient: Math.min(maxPerClient, Math.ceil(most / 4)) };
};
