import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll } from "vitest";

export const receiverSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

export interface ReceivedCall {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely.
  readonly body: any;
}

/** Answers a call; by default 204. Undefined: never. */
type Answer = (call: ReceivedCall) => Promise<number | undefined> | number | undefined;

/**
 * Receives calls of webhooks on this machine, and checks each signature with the reference library; a call
 * that is not signed rightly is kept as a fault.
 */
export const useReceiver = () => {
  const calls: ReceivedCall[] = [];
  const faults: unknown[] = [];
  const state: { answer: Answer; url: string; server?: Server } = { answer: () => 204, url: "" };
  beforeAll(async () => {
    process.env.SITE_ALLOW_PRIVATE_ADDRESSES = "true";
    const server = createServer(async (request, response) => {
      const body = await text(request);
      try {
        const headers = request.headers as Record<string, string>;
        const verified = new Verifier(receiverSecret).verify(body, headers);
        const call = { id: headers["webhook-id"]!, body: verified };
        calls.push(call);
        const status = await state.answer(call);
        if (status !== undefined) response.writeHead(status, { location: "/elsewhere" }).end("thank you");
      } catch (error) {
        faults.push(error);
        response.writeHead(400).end();
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    state.server = server;
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    state.server?.closeAllConnections();
    state.server?.close();
    delete process.env.SITE_ALLOW_PRIVATE_ADDRESSES;
  });
  return {
    calls,
    faults,
    url: () => state.url,
    answerWith: (answer: Answer): void => {
      state.answer = answer;
    },
    /** The calls since the last time. */
    taken: (): readonly ReceivedCall[] => calls.splice(0),
  };
};
