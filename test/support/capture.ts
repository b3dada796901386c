import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as z from "zod/mini";
import { type Route, type RouteDeclaration, route } from "#lib/routes/route.ts";
import type { LambdaHandler } from "#local/gateway/invoke.ts";
import type { Places } from "#local/gateway/places.ts";
import { type GatewayOptions, startGateway } from "#local/gateway.ts";

/** A route for tests of the gateway; what does not matter to the test has defaults. */
export const fakeRoute = (
  declared: Partial<RouteDeclaration<string, undefined, unknown, undefined>> & Pick<Route, "id" | "path">,
): Route =>
  route(() => ({
    method: "GET",
    summary: "a test's route",
    auth: "public",
    envelope: "legacy",
    uses: [],
    body: z.undefined(),
    limits: { bodyBytes: 10_000_000 },
    ...declared,
  })) as Route;

const anything = fakeRoute({ id: "fallback", path: "/{proxy+}/" });

const room = { maxRunning: 1_000 };

/** Enough places that no request is refused. */
export const roomyPlaces: Places = { reads: room, writes: room, visits: room, forms: room, calls: room };

/**
 * A gateway that stops at the end of the test's scope. `handler` answers for every function, unless `load` is
 * given.
 */
export const gatewayFor = async (handler: LambdaHandler, options: Partial<GatewayOptions> = {}) => {
  const gateway = await startGateway({
    routes: [],
    fallback: anything,
    load: async () => handler,
    places: roomyPlaces,
    ...options,
  });
  return { ...gateway, [Symbol.asyncDispose]: () => gateway.stop(0) };
};

/** A gateway whose functions record their events and answer 204. */
export const capturingGateway = async (options: Partial<GatewayOptions> = {}) => {
  const events: APIGatewayProxyEventV2[] = [];
  const remember: LambdaHandler = (event) => {
    events.push(event);
    return { statusCode: 204 };
  };
  return { ...(await gatewayFor(remember, options)), events };
};

/** Sends these bytes, and gives the answer when the gateway closes the connection. */
export const sendRaw = async (url: string, bytes: string | Uint8Array): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  return text(socket);
};

/** The bytes of a request: request line, headers and body. */
export const rawRequest = (lines: readonly string[], body = ""): string =>
  `${lines.join("\r\n")}\r\n\r\n${body}`;

/** The event that the gateway makes from a request. */
export const eventOf = async (
  lines: readonly string[],
  body = "",
  options: Partial<GatewayOptions> = {},
): Promise<APIGatewayProxyEventV2> => {
  await using gateway = await capturingGateway(options);
  const answer = await sendRaw(
    gateway.url,
    rawRequest([...lines, "Host: example.test", "Connection: close"], body),
  );
  const [event] = gateway.events;
  if (!event) throw new Error(`No event, but the answer ${answer}`);
  return event;
};
