import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fileKey, readFromDisk } from "#bench/lectern/files.ts";
import { certain } from "#bench/lectern/tools.ts";

/** How long the bucket and the table take to begin their answers, as on AWS. */
export const bucketMs = 20;
export const tableMs = 5;

/** A bucket and a table that answer as late as those of AWS; disposing of it closes both. */
export interface SlowStores extends AsyncDisposable {
  /** The settings of a process that uses them. */
  readonly settings: Readonly<Record<string, string>>;
}

const bucketName = "bench";

/** Serves the files of a folder as a bucket, and passes requests on to the engine. */
export const startSlowStores = async (engine: string, filesFolder: string): Promise<SlowStores> => {
  const bucket = createServer(async ({ url = "" }, response) => {
    await pause(bucketMs);
    const key = fileKey(decodeURIComponent(url.slice(`/${bucketName}/`.length)));
    const file = await readFromDisk(filesFolder, key);
    if (!file) return response.writeHead(404).end();
    // An instance may end before it has read all, or begun.
    await pipeline(file.body, response).catch(() => file.body.destroy());
  });
  const table = createServer(async (incoming, response) => {
    await pause(tableMs);
    const { method = "POST", headers } = incoming;
    const passed = request(engine, { method, headers }, (answer) => {
      response.writeHead(certain(answer.statusCode), answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  const settings = {
    BUCKET_NAME: bucketName,
    S3_ENDPOINT: await addressOf(bucket),
    DYNAMODB_ENDPOINT: await addressOf(table),
  };
  return {
    settings,
    [Symbol.asyncDispose]: async () => void (await Promise.all([bucket, table].map(close))),
  };
};

const addressOf = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const close = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};
