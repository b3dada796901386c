import { once } from "node:events";
import { createServer, type RequestOptions, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

const real = process.getBuiltinModule("node:http");

/** Answers a request. */
type Answer = (response: ServerResponse) => void;

/** What is at each address; others are a 404. */
const pages = new Map<string, Answer>();

/** The addresses that were asked, in order. */
export const asked: string[] = [];

let server: Server;

/** Starts the web, empty before each test. */
export const useWeb = (): void => {
  beforeAll(async () => {
    server = createServer(({ headers, url }, response) => {
      const address = `${headers["x-protocol"]}//${headers.host}${url}`;
      asked.push(address);
      const page = pages.get(address) ?? ((none) => none.writeHead(404).end());
      page(response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  beforeEach(() => {
    pages.clear();
    asked.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
};

/** Puts a text, an object as JSON, or what answers, at an address. */
export const put = (address: string, page: string | object | Answer): void => {
  const text = typeof page === "string" ? page : JSON.stringify(page);
  const answer = (response: ServerResponse) => void response.writeHead(200).end(text);
  pages.set(address, typeof page === "function" ? (page as Answer) : answer);
};

/** Puts a page there whose oEmbed has this HTML. */
export const putVideo = (address: string, html: string): void => {
  const { origin } = new URL(address);
  const endpoint = `${origin}/oembed?url=${encodeURIComponent(address)}&format=json`;
  const href = endpoint.replaceAll("&", "&amp;");
  put(
    address,
    `<!doctype html><title>A video</title><link rel=alternate type="application/json+oembed" href="${href}">`,
  );
  put(endpoint, { type: "video", version: "1.0", html });
};

const request = ({ protocol, host, pathname, search }: URL, { method, headers, signal }: RequestOptions) =>
  real.request({
    ...{ host: "127.0.0.1", port: (server.address() as AddressInfo).port, agent: false },
    ...{ method, signal, path: pathname + search },
    headers: { ...(headers as Record<string, string>), host, "x-protocol": protocol },
  });

const isElsewhere = (url: unknown): url is URL => url instanceof URL && url.hostname.endsWith(".example");

/**
 * The clients of Node. Requests by `https`, and those by `http` to names that end in `.example`, get their
 * answers here. Tests put them in the place of those of `lib/node-http.ts`.
 */
export const clients = {
  http: {
    ...real,
    request: (...given: Parameters<typeof real.request>) =>
      isElsewhere(given[0]) ? request(given[0], given[1] as RequestOptions) : real.request(...given),
  },
  https: { Agent: real.Agent, request },
};
