import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** An event for a function, as the Runtime API hands it over. */
export interface Invocation {
  readonly requestId: string;
  readonly payload: string;
  readonly deadlineMs: number;
  readonly arn: string;
}

/** What a function has made of an event; `failed` if it threw. */
export interface RuntimeOutcome {
  readonly failed: boolean;
  readonly payload: Buffer;
}

/**
 * Lambda's Runtime API for one process: its runtime asks for the next event, and posts what became of it.
 * Source: AWS, "Using the Lambda runtime API for custom runtimes".
 */
export class RuntimeApi {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  /** The runtime's request for the next event, which is answered when there is one. */
  #waiting = Promise.withResolvers<ServerResponse>();
  #outcome = Promise.withResolvers<RuntimeOutcome>();
  readonly #initFailure = Promise.withResolvers<RuntimeOutcome>();

  /** Starts to listen; gives what `AWS_LAMBDA_RUNTIME_API` has to be. */
  async listen(): Promise<string> {
    // A stopped process cannot see that an idle connection was closed.
    this.#server.keepAliveTimeout = 0;
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the runtime waits for an event: it is ready, and may be frozen. */
  async idle(): Promise<RuntimeOutcome | undefined> {
    return Promise.race([this.#waiting.promise.then(() => undefined), this.#initFailure.promise]);
  }

  /** Hands over an event; gives what the function answers. */
  async invoke({ requestId, payload, deadlineMs, arn }: Invocation): Promise<RuntimeOutcome> {
    const response = await this.#waiting.promise;
    this.#waiting = Promise.withResolvers();
    this.#outcome = Promise.withResolvers();
    response.writeHead(200, {
      "content-type": "application/json",
      "lambda-runtime-aws-request-id": requestId,
      "lambda-runtime-deadline-ms": String(deadlineMs),
      "lambda-runtime-invoked-function-arn": arn,
      "lambda-runtime-trace-id": "Root=1-67000000-000000000000000000000000;Sampled=0",
    });
    response.end(payload);
    return this.#outcome.promise;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.replace("/2018-06-01/runtime/", "");
    if (path === "invocation/next") {
      this.#waiting.resolve(response);
      return;
    }
    const outcome = { failed: !path.endsWith("/response"), payload: await buffer(request) };
    response.writeHead(202, { "content-type": "application/json" }).end('{"status":"OK"}');
    if (path === "init/error") this.#initFailure.resolve(outcome);
    else this.#outcome.resolve(outcome);
  }
}
