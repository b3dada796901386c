import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** A host of pictures and recordings, which knows what was asked for. */
export interface MediaHost {
  readonly url: string;
  /** The files by their paths. */
  readonly files: Map<string, Buffer>;
  /** Paths in the order of requests, a range after the path. */
  readonly requests: string[];
  /** Ends the next answer for the path after this many bytes. */
  readonly breakOff: Map<string, number>;
}

export const useMediaHost = (): MediaHost => {
  let server: Server;
  const host = {
    url: "",
    files: new Map<string, Buffer>(),
    requests: [] as string[],
    breakOff: new Map<string, number>(),
  };
  beforeAll(async () => {
    server = createServer(({ url = "/", headers }, response) => {
      const path = decodeURI(url);
      host.requests.push(headers.range ? `${path} ${headers.range}` : path);
      const file = host.files.get(path);
      if (!file) {
        response.writeHead(404).end();
        return;
      }
      const begin = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
      const isRange = headers.range !== undefined && headers["if-range"] === '"1"';
      const content = isRange ? file.subarray(begin) : file;
      response.writeHead(isRange ? 206 : 200, {
        ETag: '"1"',
        "Content-Length": content.length,
        ...(isRange && { "Content-Range": `bytes ${begin}-${file.length - 1}/${file.length}` }),
      });
      const broken = host.breakOff.get(path);
      host.breakOff.delete(path);
      if (broken === undefined) response.end(content);
      else response.write(content.subarray(0, broken), () => response.socket?.end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return host;
};
