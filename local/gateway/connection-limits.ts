import type { ConnectionLimits } from "./connections.ts";

/** For what the service has open beside connections: some 60, and more while it is at work. */
const ownDescriptors = 100;

/** A connection may be sent a file, which is open as long. */
const descriptorsEach = 2;

/** An idle connection takes some 10 KB of memory. */
const mostAnywhere = 8_192;

/** With fewer, nobody could be served. */
const leastAnywhere = 16;

/** More than the people behind one address have at work at the same moment. */
const mostOfClient = 256;

/** How many connections a process that may open so many descriptors takes. */
export const connectionLimits = (descriptors = Number.POSITIVE_INFINITY): ConnectionLimits => {
  const room = Math.floor((descriptors - ownDescriptors) / descriptorsEach);
  const most = Math.max(leastAnywhere, Math.min(mostAnywhere, room));
  return { most, mostOfClient: Math.min(mostOfClient, Math.ceil(most / 4)) };
};
