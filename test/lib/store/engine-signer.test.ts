import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { engineSigner } from "#lib/store/engine-signer.ts";

/** An engine that fails as often as it says, and keeps the requests. */
const listening = async (failures: number) => {
  const received: { readonly headers: IncomingMessage["headers"]; readonly body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) });
    response.statusCode = received.length <= failures ? 500 : 200;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, endpoint, [Symbol.dispose]: () => server.close().closeAllConnections() };
};

const credentials = { accessKeyId: "local", secretAccessKey: "local" };

test("requests of the SDK, repeated ones too, are signed like the SDK itself signs what they sign", async () => {
  using engine = await listening(2);
  const access = { endpoint: engine.endpoint, region: "us-east-1", credentials };
  const client = new DynamoDBClient({ ...access, signer: engineSigner(access), maxAttempts: 3 });
  await client.send(new GetItemCommand({ TableName: "heron", Key: { pk: { S: "é" } } }));
  expect(engine.received).toHaveLength(3);
  const plain = new DynamoDBClient(access);
  const signer = await plain.config.signer({
    name: "sigv4",
    signingName: "dynamodb",
    signingRegion: "us-east-1",
    properties: {},
  });
  const { hostname, port } = new URL(engine.endpoint);
  for (const { headers, body } of engine.received) {
    const signed = headers.authorization?.match(/SignedHeaders=([^,]+)/)?.[1]?.split(";") ?? [];
    expect(signed).toEqual(["host", "x-amz-date", "x-amz-target"]);
    const time = String(headers["x-amz-date"]).replace(/(....)(..)(..T..)(..)(..Z)/, "$1-$2-$3:$4:$5");
    const request = {
      method: "POST",
      protocol: "http:",
      hostname,
      port: Number(port),
      path: "/",
      headers: { host: headers.host!, "x-amz-target": String(headers["x-amz-target"]) },
      body,
    };
    const expected = await signer.sign(request, {
      signingDate: new Date(time),
      unsignableHeaders: new Set(["x-amz-content-sha256"]),
    });
    expect(headers.authorization).toBe(expected.headers.authorization);
  }
});
