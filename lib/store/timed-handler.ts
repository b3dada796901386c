import { NodeHttpHandler } from "@smithy/node-http-handler";
import { clock } from "#lib/clock.ts";
import { attemptTime } from "./attempt-time.ts";

/** How long a connection may take to come about. */
const connectionTimeoutMs = 1_000;

/**
 * Sends the SDK's requests, each with a limit around its whole answer. The SDK's own limits end with the head
 * of an answer, or begin anew with each of its bytes; what then never ends keeps its connection for ever.
 */
export class TimedHandler extends NodeHttpHandler {
  readonly #limitMs: number;

  constructor(limitMs: number) {
    super({ connectionTimeout: connectionTimeoutMs });
    this.#limitMs = limitMs;
  }

  override async handle(...[request, options]: Parameters<NodeHttpHandler["handle"]>) {
    const attempt = new AbortController();
    const stopClock = clock.after(attemptTime(this.#limitMs), () => attempt.abort());
    try {
      const answer = await super.handle(request, { ...options, abortSignal: attempt.signal });
      answer.response.body.once("close", stopClock);
      return answer;
    } catch (error) {
      stopClock();
      throw error;
    }
  }
}
