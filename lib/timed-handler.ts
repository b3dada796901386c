import { NodeHttpHandler, type NodeHttpHandlerOptions } from "@smithy/node-http-handler";
import { clock } from "./clock.ts";
import { attemptTime } from "./deadline.ts";
import { guarded } from "./guarded.ts";

/** The time in which a connection must be made. */
const connectionTimeout = 1_000;

/**
 * Sends requests of the AWS SDK, each with a limit around its whole answer: at the latest the end of the
 * request that asks. The SDK's own limits end with the head of an answer, or begin again with each of its
 * bytes; an answer that never ends would keep its connection for ever.
 */
export class TimedHandler extends NodeHttpHandler {
  readonly #limitMs: number;

  constructor(options: NodeHttpHandlerOptions, limitMs: number) {
    super({ connectionTimeout, ...options });
    this.#limitMs = limitMs;
  }

  override async handle(...[request, options = {}]: Parameters<NodeHttpHandler["handle"]>) {
    const limitMs = attemptTime(this.#limitMs);
    if (limitMs === Number.POSITIVE_INFINITY) return super.handle(request, options);
    const attempt = new AbortController();
    const stopClock = clock.after(
      limitMs,
      guarded(() => attempt.abort()),
    );
    const given = options.abortSignal as AbortSignal | undefined;
    const abortSignal = given ? AbortSignal.any([given, attempt.signal]) : attempt.signal;
    try {
      const answer = await super.handle(request, { ...options, abortSignal });
      answer.response.body.once("close", guarded(stopClock));
      return answer;
    } catch (error) {
      stopClock();
      throw error;
    }
  }
}
