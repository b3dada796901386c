import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { roomyPlaces } from "./capture.ts";
import type { Received, Sent } from "./exchange.ts";
import { loadFunction } from "./functions.ts";

let gateway: Promise<Gateway> | undefined;

/** A stage's address, or that of a gateway in this process, which the first call starts. */
const addressOfService = async (): Promise<string> => {
  const { TRANSPORT, LAMBDA_URL } = process.env;
  if (TRANSPORT === "lambda") return LAMBDA_URL!;
  gateway ??= startGateway({ routes, fallback, load: loadFunction, port: 0, places: roomyPlaces });
  return (await gateway).url;
};

/** Sends the request over HTTP. */
export const sendOverHttp = async ({ method, path, query, headers, body }: Sent): Promise<Received> => {
  const { host, ...others } = headers;
  const response = await fetch(`${await addressOfService()}${path}${query ? `?${query}` : ""}`, {
    method,
    headers: others,
    redirect: "manual",
    ...(body === "" ? {} : { body }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    cookies: response.headers.getSetCookie(),
    text: await response.text(),
  };
};
