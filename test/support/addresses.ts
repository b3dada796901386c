import { afterAll, beforeAll } from "vitest";

const secret = "a secret that only the proxy and we know";

/** Lets a test file choose the address that requests come from. Gives the function that makes the headers. */
export const useAddresses = (): ((address: string) => Readonly<Record<string, string>>) => {
  beforeAll(() => {
    process.env.PROXY_SECRET = secret;
  });
  afterAll(() => {
    delete process.env.PROXY_SECRET;
  });
  return (address) => ({ "x-proxy-secret": secret, "x-viewer-address": address });
};
