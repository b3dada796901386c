import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { guarded } from "#lib/guarded.ts";
import { http } from "#lib/node-http.ts";
import { PlainError } from "#local/plain-error.ts";
import { type EngineAddress, findFreeAddress } from "./address.ts";
import { findEngineBinary } from "./binary.ts";
import { type EngineProcess, spawnEngine } from "./process.ts";

/** A DynamoDB-compatible engine. Only its loopback address keeps others out (decision 017). */
export interface Engine {
  /** Such as `http://127.83.4.251:40123`. */
  readonly endpoint: string;
  readonly pid: number;
  /** Resolves with the message to print if the engine ends by itself. */
  readonly failed: Promise<PlainError>;
  /** Ends the engine; resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

export interface EngineOptions {
  /** The engine's program; by default the one that npm installed. */
  readonly binary?: string;
  /** Called up to three times, until the address is free; by default it is random. */
  readonly chooseAddress?: () => Promise<EngineAddress>;
}

/**
 * Starts a database engine; resolves when it answers, after about 10 ms. The engine ends with this process,
 * in whatever way that ends. Throws a {@link PlainError}, also if it is silent for 10 s.
 */
export const startEngine = async (options: EngineOptions = {}): Promise<Engine> => {
  const { binary = findEngineBinary(), chooseAddress = findFreeAddress } = options;
  for (let attemptsLeft = 3; ; attemptsLeft--) {
    const address = await chooseAddress();
    const engine = spawnEngine(binary, address);
    const endpoint = `http://${address.host}:${address.port}`;
    const isReady = (await isListening(engine)) && (await answers(endpoint));
    if (isReady) return announced(engine, endpoint);
    await engine.end();
    const complaint = await engine.ended;
    if (!complaint.includes("in use")) throw startRefusal(complaint);
    if (attemptsLeft === 1) throw addressRefusal(address);
  }
};

const timeoutMs = 10_000;

/** True when the engine listens; false if it has ended. */
const isListening = async (engine: EngineProcess): Promise<boolean> => {
  const timer = new AbortController();
  const outcome = await Promise.race([
    engine.listening,
    sleep(timeoutMs, undefined, { signal: timer.signal }),
  ]);
  timer.abort();
  if (outcome !== undefined) return outcome;
  await engine.end();
  throw new PlainError(
    `The database engine was silent for ${timeoutMs / 1000} seconds while it started; try again.`,
  );
};

/** True when the engine has answered. Before that, it would ignore a signal to stop. */
const answers = (endpoint: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = http.get(endpoint);
    const receive = (response: IncomingMessage) => {
      response.resume().once(
        "close",
        guarded(() => resolve(true)),
      );
    };
    request.once("response", guarded(receive));
    request.once(
      "error",
      guarded(() => resolve(false)),
    );
  });

const announced = async (engine: EngineProcess, endpoint: string): Promise<Engine> => {
  const pid = engine.pid!;
  let isStopped = false;
  const failed = new Promise<PlainError>((resolve) => {
    engine.ended.then((lastLine) => {
      if (!isStopped) resolve(new PlainError(`The database engine has ended (${lastLine}); start again.`));
    });
  });
  const stop = async () => {
    isStopped = true;
    await engine.end();
  };
  return { endpoint, pid, failed, stop };
};

const startRefusal = (complaint: string): PlainError =>
  new PlainError(
    `The database engine does not start (${complaint}); fix that, or set DYNAMODB_ENDPOINT to the address of another one.`,
  );

const addressRefusal = ({ host, port }: EngineAddress): PlainError =>
  new PlainError(
    `The database engine finds no free port on ${host} (the last one tried was ${port}); stop the programs that use them, or set DYNAMODB_ENDPOINT to the address of another engine.`,
  );
