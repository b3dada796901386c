import { describe, expect, test } from "vitest";
import { connectionLimits } from "#local/gateway/connection-limits.ts";
import { boundedConnections } from "#local/gateway/connections.ts";
import { socketClients } from "#local/gateway/socket-client.ts";

/** Connections are called after their clients: `ada 1`, `ada 2` …; those of a `proxy` are many people's. */
const bounded = (most: number, maxPerClient = most) => {
  const closed: string[] = [];
  let nowMs = 0;
  const connections = boundedConnections<string>({
    most,
    maxPerClient,
    clientOf: (name) => (name.startsWith("proxy") ? undefined : name.split(" ")[0]),
    close: (name) => closed.push(name),
    nowMs: () => nowMs,
  });
  const after = (ms: number) => {
    nowMs += ms;
  };
  return { ...connections, closed, after };
};

describe("when there are too many connections", () => {
  test("the one that has been without a request for longest is closed", () => {
    const { open, begin, end, closed } = bounded(3);
    for (const name of ["ada 1", "bo 1", "cy 1"]) open(name);
    begin("ada 1");
    end("ada 1");
    open("di 1");
    open("di 2");
    open("di 3");
    expect(closed).toEqual(["bo 1", "cy 1", "ada 1"]);
  });

  test("none is closed that has a request under way, but the new one instead", () => {
    const { open, begin, end, closed } = bounded(2);
    for (const name of ["ada 1", "ada 2"]) {
      open(name);
      begin(name);
    }
    // Two requests that were sent together.
    begin("ada 2");
    end("ada 2");
    open("bo 1");
    expect(closed).toEqual(["bo 1"]);
    end("ada 2");
    open("bo 2");
    expect(closed).toEqual(["bo 1", "ada 2"]);
  });

  test("one client's are closed before those of others, and a proxy's only when all are too many", () => {
    const { open, closed } = bounded(6, 2);
    for (const name of ["ada 1", "bo 1", "bo 2", "bo 3", "bo 4"]) open(name);
    expect(closed).toEqual(["bo 1", "bo 2"]);
    for (const name of ["proxy 1", "proxy 2", "proxy 3"]) open(name);
    expect(closed).toEqual(["bo 1", "bo 2"]);
    open("proxy 4");
    expect(closed).toEqual(["bo 1", "bo 2", "ada 1"]);
  });

  test("a crowd leaves no trace when it has gone", () => {
    const { open, forget, begin, end, closed } = bounded(4, 2);
    const crowd = Array.from({ length: 1_000 }, (_, index) => `bo ${index}`);
    for (const name of crowd) open(name);
    expect(closed).toHaveLength(998);
    for (const name of crowd) {
      forget(name);
      end(name);
    }
    for (const name of ["ada 1", "ada 2", "bo 1", "bo 2"]) {
      open(name);
      begin(name);
    }
    expect(closed).toHaveLength(998);
  });
});

test("while more than half are open, those that have been idle for a while are closed", () => {
  const { open, begin, relieve, after, closed } = bounded(6);
  for (const name of ["ada 1", "bo 1", "cy 1", "di 1", "ed 1"]) open(name);
  begin("ada 1");
  after(4_999);
  relieve(5_000);
  expect(closed).toEqual([]);
  after(1);
  open("fy 1");
  relieve(5_000);
  expect(closed).toEqual(["bo 1", "cy 1", "di 1"]);
});

test.each([
  [undefined, { most: 8_192, maxPerClient: 256 }],
  [1_048_576, { most: 8_192, maxPerClient: 256 }],
  [1_024, { most: 462, maxPerClient: 116 }],
  [256, { most: 78, maxPerClient: 20 }],
  [64, { most: 16, maxPerClient: 4 }],
])("with %s descriptors, some are left for files and the database", (descriptors, limits) => {
  expect(connectionLimits(descriptors)).toEqual(limits);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["127.0.0.1", undefined],
  ["::ffff:127.9.9.9", undefined],
  ["::1", undefined],
  ["10.0.0.7", undefined],
  ["10.0.0.8", "10.0.0.8"],
  ["::ffff:172.17.3.4", undefined],
  ["2001:db8:ffff::9", undefined],
  [undefined, undefined],
])("the connection of %s counts for %s", (remoteAddress, client) => {
  const clientOf = socketClients(["10.0.0.7", "172.16.0.0/12", "2001:db8:ffff::/48"]);
  expect(clientOf({ remoteAddress })).toBe(client);
});
