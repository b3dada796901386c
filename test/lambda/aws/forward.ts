import {
  Agent,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";

/**
 * Idle connections end after a second. DynamoDB Local closes them after half a minute, and a request that is
 * sent on one at that moment fails.
 */
const agent = new Agent({ keepAlive: true, timeout: 1_000 });

interface Onward {
  /** Address of the server, without a path. */
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request to the server behind, and its answer to whoever asked, with other headers if wanted. */
export const forward = (
  { endpoint, method, path, headers, body }: Onward,
  response: ServerResponse,
  withHeaders: (headers: IncomingHttpHeaders) => OutgoingHttpHeaders = (given) => given,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(endpoint);
    const onward = request({ agent, hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, withHeaders(answer.headers));
      answer.pipe(response).on("close", resolve);
    });
    onward.on("error", reject).end(body);
  });
