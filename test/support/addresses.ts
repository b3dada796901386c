import { afterAll, beforeAll } from "vitest";

const secret = "a secret that only the proxy and we know";

/**
 * Lets the tests of a file say where requests come from, as a proxy in front would; the headers of a request
 * from an address.
 */
export const useAddresses = (): ((address: string) => Readonly<Record<string, string>>) => {
  beforeAll(() => {
    process.env.PROXY_SECRET = secret;
  });
  afterAll(() => {
    delete process.env.PROXY_SECRET;
  });
  return (address) => ({ "x-proxy-secret": secret, "x-viewer-address": address });
};
