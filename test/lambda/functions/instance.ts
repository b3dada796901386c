import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { RuntimeApi } from "./runtime-api.ts";

/** How a process of a function is started. */
export interface Start {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly arn: string;
  readonly timeoutSeconds: number;
}

/** What came of an event. */
export interface FunctionOutcome {
  /** Undefined if the function answered. */
  readonly failure?: "threw" | "ended" | "timed out";
  readonly text: string;
}

/** A process of a function, which does one event at a time, and is frozen in between. */
export class Instance {
  readonly #api = new RuntimeApi();
  readonly #start: Start;
  readonly #ended = Promise.withResolvers<"ended">();
  #process: ChildProcess | undefined;
  usedAt = 0;
  hasEnded = false;

  constructor(start: Start) {
    this.#start = start;
  }

  /** Starts the process; resolves when its runtime waits for events, or with why it cannot. */
  async begin(): Promise<FunctionOutcome | undefined> {
    const { command, environment, logFile } = this.#start;
    const address = await this.#api.listen();
    const log = openSync(logFile, "a");
    const [program = "", ...args] = command;
    const started = spawn(program, args, {
      env: { ...environment, AWS_LAMBDA_RUNTIME_API: address },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.#process = started;
    started.once("exit", () => {
      this.hasEnded = true;
      this.#api.close();
      this.#ended.resolve("ended");
    });
    const failure = await Promise.race([this.#api.idle(), this.#ended.promise]);
    if (!failure) return undefined;
    this.end();
    return failure === "ended"
      ? { failure, text: "The process ended before its runtime was ready." }
      : { failure: "threw", text: String(failure.payload) };
  }

  /** Thaws the process for an event; freezes it when its runtime asks for the next one, as Lambda does. */
  async invoke(payload: string): Promise<FunctionOutcome> {
    const { arn, timeoutSeconds } = this.#start;
    const deadlineMs = Date.now() + timeoutSeconds * 1_000;
    const over = Promise.withResolvers<"timed out">();
    const timer = setTimeout(over.resolve, timeoutSeconds * 1_000, "timed out");
    try {
      this.#process!.kill("SIGCONT");
      const outcome = await Promise.race([
        this.#api.invoke({ requestId: randomUUID(), payload, deadlineMs, arn }),
        this.#ended.promise,
        over.promise,
      ]);
      if (typeof outcome === "string") {
        this.end();
        return { failure: outcome, text: `The function ${outcome}.` };
      }
      const text = outcome.payload.toString();
      return outcome.failed ? { failure: "threw", text } : { text };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when the process is frozen. */
  async freeze(): Promise<void> {
    await Promise.race([this.#api.idle(), this.#ended.promise]);
    if (!this.hasEnded) this.#process?.kill("SIGSTOP");
  }

  end(): void {
    this.hasEnded = true;
    this.#process?.kill("SIGKILL");
    this.#api.close();
  }
}
