import type { ConnectionLimits } from "./connections.ts";

/** For what the service has open beside connections: some 60, and more while it is at work. */
const ownDescriptors = 100;

/** A connection may be sent a file, which is open as long. */
const descriptorsEach = 2;

/** An idle connection takes some 10 KB of memory. */
const maxAnywhere = 8_192;

/** With fewer, nobody could be served. */
const minAnywhere = 16;

/** More than the people behind one address have at work at the same moment. */
const maxPerClient = 256;

/** How many connections a process that may open so many descriptors takes. */
export const connectionLimits = (descriptors = Number.POSITIVE_INFINITY): ConnectionLimits => {
  const room = Math.floor((descriptors - ownDescriptors) / descriptorsEach);
  const most = Math.max(minAnywhere, Math.min(maxAnywhere, room));
  return { most, maxPerClient: Math.min(maxPerClient, Math.ceil(most / 4)) };
};
