import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { InvokedAnswer } from "./functions/functions.ts";
import type { Summary } from "./ledger.ts";
import type { Stage } from "./stage.ts";

/** What tests may have a stage do, which runs in the process that started them. */
interface Orders {
  /** Empties the stage; gives the names of its table and bucket. */
  readonly renew: () => Promise<{ readonly table: string; readonly bucket: string }>;
  readonly summary: () => Promise<Summary>;
  readonly invoke: (name: string, event: unknown) => Promise<InvokedAnswer>;
  readonly runSchedules: () => Promise<unknown>;
  readonly runInvocations: () => Promise<unknown>;
  readonly followTable: () => Promise<unknown>;
}

/** Lets other processes give orders to a stage; gives the address for {@link stageAt}. */
export const serveOrders = async (
  stage: Stage,
): Promise<{ readonly url: string; readonly stop: () => void }> => {
  const orders: Orders = {
    renew: async () => {
      await stage.renew();
      return { table: stage.tableName, bucket: stage.bucket() };
    },
    summary: async () => stage.ledger.summary(),
    invoke: stage.invoke,
    runSchedules: async () => stage.runSchedules(),
    runInvocations: async () => stage.runInvocations(),
    followTable: async () => stage.followTable(),
  };
  const server = createServer(async (request, response) => {
    const order = orders[request.url!.slice(1) as keyof Orders] as (...given: unknown[]) => Promise<unknown>;
    try {
      response.end(JSON.stringify({ result: await order(...((await json(request)) as unknown[])) }));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ error: (error as Error).message }));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

/** The stage behind an address of {@link serveOrders}. */
export const stageAt = (url: string): Orders =>
  new Proxy({} as Orders, {
    get:
      (_, name) =>
      async (...given: unknown[]) => {
        const response = await fetch(`${url}/${String(name)}`, {
          method: "POST",
          body: JSON.stringify(given),
        });
        const { result, error } = (await response.json()) as { result?: unknown; error?: string };
        if (!response.ok) throw new Error(error);
        return result;
      },
  });
