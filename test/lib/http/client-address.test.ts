import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterEach, expect, test, vi } from "vitest";
import { clientAddress } from "#lib/http/client-address.ts";

afterEach(() => {
  delete process.env.PROXY_SECRET;
});

const addressOf = (sourceIp: string, headers: Record<string, string> = {}): string => {
  const requestContext = { http: { sourceIp } } as APIGatewayProxyEventV2["requestContext"];
  return clientAddress({ headers, requestContext });
};

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["2001:db8::2:3:4:5:6", "2001:db8:0:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::198.51.100.7", "64:ff9b:0:0::/64"],
  ["", ""],
  ["somewhere", "somewhere"],
])("%s counts as %s", (address, expected) => {
  expect(addressOf(address)).toBe(expected);
});

test("a proxy is believed with the secret only, and no proxy where there is none", () => {
  const told = { "x-viewer-address": "203.0.113.9" };
  expect(addressOf("198.51.100.7", { ...told, "x-proxy-secret": "" })).toBe("198.51.100.7");
  process.env.PROXY_SECRET = "known to the proxy and to nobody else";
  expect(addressOf("198.51.100.7", told)).toBe("198.51.100.7");
  expect(addressOf("198.51.100.7", { ...told, "x-proxy-secret": "guessed" })).toBe("198.51.100.7");
  expect(
    addressOf("198.51.100.7", { ...told, "x-proxy-secret": "known to the proxy and to nobody else" }),
  ).toBe("203.0.113.9");
  expect(addressOf("198.51.100.7", { "x-proxy-secret": "known to the proxy and to nobody else" })).toBe(
    "198.51.100.7",
  );
});

test("a proxy is believed with another secret, too, while its own is being replaced", () => {
  const [own, next, last] = ["own", "next", "last"].map((name) => name.padEnd(40, "-")) as [
    string,
    string,
    string,
  ];
  const addressWith = (secret: string) =>
    addressOf("198.51.100.7", { "x-viewer-address": "203.0.113.9", "x-proxy-secret": secret });
  vi.stubEnv("OTHER_PROXY_SECRETS", `${next} ${last}`);
  expect(addressWith(next)).toBe("198.51.100.7");
  process.env.PROXY_SECRET = own;
  const believed = [own, next, last].map(addressWith);
  const guessed = [`${next} ${last}`, "", next.slice(1)].map(addressWith);
  vi.unstubAllEnvs();
  expect(believed).toEqual(Array(3).fill("203.0.113.9"));
  expect(guessed).toEqual(Array(3).fill("198.51.100.7"));
});

test("a secret that could be guessed is refused", () => {
  process.env.PROXY_SECRET = "thirty-one characters are short";
  expect(() => addressOf("198.51.100.7", { "x-proxy-secret": "x" })).toThrow(
    /^The setting PROXY_SECRET is wrong: it has less than 32/,
  );
});
