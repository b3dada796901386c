import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { adminPath } from "#lib/admin-files.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import type { Files } from "#lib/files/files.ts";
import { guarded } from "#lib/guarded.ts";
import { withCrossOrigin } from "#lib/http/cross-origin.ts";
import { logError } from "#lib/log.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readPrivateFeed } from "#lib/routes/private-feeds.ts";
import type { Route } from "#lib/routes/route.ts";
import { routeFinder } from "#lib/routes/route-finder.ts";
import { type GatewayAnswer, gatewayAnswers, sendAnswer } from "#local/gateway/answer.ts";
import { answerBigForm, isBigForm } from "#local/gateway/big-form.ts";
import { discardBody, readBody } from "#local/gateway/body.ts";
import { clientPace } from "#local/gateway/client-pace.ts";
import { connectionLimits } from "#local/gateway/connection-limits.ts";
import { boundedConnections, type ConnectionLimits } from "#local/gateway/connections.ts";
import { descriptorLimit } from "#local/gateway/descriptor-limit.ts";
import { eventFromRequest } from "#local/gateway/event.ts";
import { hostNameOf, type IsOwnHost } from "#local/gateway/hosts.ts";
import { httpServer } from "#local/gateway/http-server.ts";
import { invoke, type LambdaHandler } from "#local/gateway/invoke.ts";
import { type ClientLimits, clientLimits, gatewayLimits, maxBodyBytes } from "#local/gateway/limits.ts";
import { listenTogether, serverCount } from "#local/gateway/listening.ts";
import { type Places, placesFor } from "#local/gateway/places.ts";
import { foreignHost, payloadTooLargeAnswer, routeRefusal } from "#local/gateway/refusal.ts";
import { socketClients } from "#local/gateway/socket-client.ts";
import { targetFromUrl } from "#local/gateway/target.ts";
import type { AdminServer } from "./admin-server.ts";
import { feedServer } from "./feed-server.ts";
import { fileServer, type ServedFiles } from "./file-server.ts";

type LoadFunction = (id: string) => Promise<LambdaHandler>;

export interface GatewayOptions {
  readonly routes: readonly Route[];
  /** Called as `$default` for requests that match no route. */
  readonly fallback: Route;
  /** Loads a function; by default it imports from `functions/`. */
  readonly load?: LoadFunction;
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  readonly host?: string;
  /** The disk file store, whose presigned requests the gateway answers; absent with a bucket. */
  readonly files?: ServedFiles | undefined;
  /** The file store from which feeds are served. */
  readonly feeds?: Files;
  /** The files of the admin. */
  readonly admin?: AdminServer;
  /** Called when a function has answered that may have written to the table. */
  readonly afterWrite?: () => void;
  /** True if `x-forwarded-proto` of a proxy in front can be trusted. */
  readonly behindProxy?: boolean;
  /** Called before each answer is sent. */
  readonly watch?: WatchAnswer | undefined;
  /** The limits of concurrent requests of each kind. */
  readonly places?: Places;
  /** The limits for slow clients. */
  readonly clients?: ClientLimits;
  /** The limits of open connections; by default those of the system. */
  readonly connections?: ConnectionLimits;
  /** Addresses and networks of proxies, whose connections are those of many clients. */
  readonly proxies?: readonly string[];
  /** Requests for other hosts are refused; by default none are. */
  readonly isOwnHost?: IsOwnHost;
}

type WatchAnswer = (request: IncomingMessage, response: ServerResponse, answer: GatewayAnswer) => void;

export interface Gateway {
  /** The address, without a trailing slash. */
  readonly url: string;
  /** Takes no more connections, lets running requests finish for 5 s, then closes all connections. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts API Gateway and Lambda on this machine: an HTTP API that calls the functions with payload 2.0
 * events, with AWS's limits, timeouts and header rules. A function is imported on its first request. No
 * request can end the process. Throws a {@link PlainError} if it cannot listen on the address.
 */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { port = 0, host = "127.0.0.1", watch = () => {}, clients = clientLimits } = options;
  const answerTo = answerer(options);
  const running = new Set<ServerResponse>();
  const pace = clientPace(clients);
  const connections = boundedConnections<Socket>({
    ...(options.connections ?? connectionLimits(descriptorLimit())),
    clientOf: socketClients(options.proxies ?? []),
    close: (socket) => socket.destroy(),
    nowMs: clock.monotonicMs,
  });
  const connect = (socket: Socket) => {
    // Node takes its own listener away from the sockets of some requests, such as CONNECT.
    socket.on("error", ignore);
    socket.once(
      "close",
      guarded(() => connections.forget(socket)),
    );
    connections.open(socket);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    running.add(response);
    pace.watch(request, response);
    connections.begin(socket);
    const finish = () => {
      running.delete(response);
      connections.end(socket);
    };
    response.once("close", guarded(finish));
    await respond(request, response, answerTo, watch);
  };
  const servers = Array.from({ length: serverCount }, () => httpServer({ connect, serve }, clients));
  await listenTogether(servers, { port, host });
  // Connections that cannot be taken, for want of descriptors or memory.
  for (const server of servers) server.on("error", logError);
  const check = () => {
    pace.check(connections.areCrowded());
    connections.relieve(crowdedIdleMs);
  };
  const checking = setInterval(guarded(check), clients.checkMs).unref();
  return {
    url: urlOf(certain(servers[0]), host),
    stop: async (graceMs = 5_000) => {
      clearInterval(checking);
      for (const server of servers) server.close();
      const finished = Promise.all([...running].map((response) => once(response, "close")));
      await Promise.race([finished, sleep(graceMs, undefined, { ref: false })]);
      for (const server of servers) server.closeAllConnections();
    },
  };
};

const ignore = (): void => {};

/** The time for which a connection may be idle while more than half of all are open. */
const crowdedIdleMs = 5_000;

type AnswerTo = (request: IncomingMessage, response: ServerResponse) => Promise<GatewayAnswer | undefined>;

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  answerTo: AnswerTo,
  watch: WatchAnswer,
): Promise<void> => {
  try {
    const answer = await answerTo(request, response);
    if (answer) {
      watch(request, response, answer);
      sendAnswer(response, forOthers(answer, request));
    }
  } catch (error) {
    logError(error);
    sendAnswer(response, gatewayAnswers.internalServerError);
  }
  if (!request.complete && !request.destroyed) discardBody(request);
};

/** Lets pages of other sites read the gateway's own refusals, too. */
const forOthers = (answer: GatewayAnswer, { url = "", headers }: IncomingMessage): GatewayAnswer => ({
  ...answer,
  headers: withCrossOrigin(url, headers.origin, answer.headers),
});

/** Answers a request; undefined if the client has gone. */
const answerer = ({
  routes,
  fallback,
  load = importFunction,
  files,
  feeds,
  admin,
  afterWrite,
  behindProxy = false,
  places,
  isOwnHost = () => true,
}: GatewayOptions): AnswerTo => {
  const findRoute = routeFinder(routes, fallback);
  const functionOf = loadOnce(load);
  const server = files && fileServer(files);
  const feedsServer = feeds && feedServer(feeds);
  const takePlace = placesFor(places);
  return async (request, response) => {
    const refusal = refusedHead(request);
    if (refusal) return refusal;
    if (!request.headers.host) return gatewayAnswers.badRequest;
    const name = hostNameOf(request);
    if (!name || !(await isOwnHost(name, request.socket.localAddress ?? ""))) return foreignHost();
    if (feedsServer?.isAddressed(request.url ?? "")) return feedsServer.answer(request);
    if (server?.isAddressed(request.url ?? "")) return server.answer(request, response);
    const target = targetFromUrl(request.url ?? "");
    if (!target) return gatewayAnswers.badRequest;
    const match = findRoute(request.method ?? "", target.path);
    if (admin?.isAddressed(target.path) && !match.route.path.startsWith(adminPath))
      return admin.answer(request);
    const arrival = { request, target, match, behindProxy };
    const tellOfWrite = () => {
      if (match.route.uses.includes("table:write")) afterWrite?.();
    };
    const inPlace = <Given extends GatewayAnswer | undefined>(work: () => Promise<Given>) =>
      takePlace(match.route, () => work().finally(tellOfWrite)).catch((error) =>
        refusedAnswer(error, match.route, target.path),
      );
    if (isBigForm(match.route, request, bodyLimitBytes(match.route)))
      return inPlace(async () => answerBigForm(arrival, response, await functionOf(match.route.id)));
    const body = await receiveBody(request, response, match.route);
    if (body === "disconnected") return undefined;
    if (body === "too large") return payloadTooLargeAnswer(match.route, target.path);
    const answer = await inPlace(async () =>
      invoke(match.route, await functionOf(match.route.id), eventFromRequest({ ...arrival, body })),
    );
    // Addresses of private feeds are not those at which their files are read.
    const isFollowed = server && match.route.id !== readPrivateFeed.id;
    return isFollowed ? server.follow(answer, request) : answer;
  };
};

const refusedAnswer = (error: unknown, route: Route, path: string): GatewayAnswer => {
  if (error instanceof Refusal) return routeRefusal(error, route, path);
  throw error;
};

const refusedHead = ({ method, url, rawHeaders }: IncomingMessage): GatewayAnswer | undefined => {
  const lineBytes = `${method} ${url} HTTP/1.1\r\n`.length;
  if (lineBytes > gatewayLimits.headBytes) return gatewayAnswers.uriTooLong;
  // Each name and each value is followed by two bytes: colon and space, or the end of the line.
  const headBytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, lineBytes);
  return headBytes > gatewayLimits.headBytes ? gatewayAnswers.headTooLarge : undefined;
};

const noBody = Buffer.alloc(0);

/** Reads a body into memory, up to the limit of its route: many clients share this process. */
const receiveBody = async (request: IncomingMessage, response: ServerResponse, route: Route) => {
  const { headers } = request;
  if (route.body === null) return noBody;
  const limitBytes = bodyLimitBytes(route);
  const declaredBytes = Number(headers["content-length"] ?? 0);
  if (declaredBytes === 0 && headers["transfer-encoding"] === undefined) return noBody;
  if (declaredBytes > limitBytes) return "too large";
  if (headers.expect) response.writeContinue();
  return readBody(request, limitBytes);
};

const bodyLimitBytes = ({ limits }: Route): number => Math.min(limits.bodyBytes, maxBodyBytes);

const importFunction: LoadFunction = async (id) => (await import(`../functions/${id}.ts`)).handler;

/** Loads each function once. After a failure, the next request tries again. */
const loadOnce = (load: LoadFunction): LoadFunction => {
  const loading = new Map<string, Promise<LambdaHandler>>();
  const start = (id: string) => {
    const handler = load(id);
    loading.set(id, handler);
    handler.catch(() => loading.delete(id));
    return handler;
  };
  return (id) => loading.get(id) ?? start(id);
};

const urlOf = (server: Server, host: string): string => {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
};
