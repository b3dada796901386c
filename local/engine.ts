import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type EngineAddress, findFreeAddress } from "#local/engine/address.ts";
import { findEngineBinary } from "#local/engine/binary.ts";
import { describeEngine, endLeftoverEngine } from "#local/engine/description.ts";
import { type EngineProcess, spawnEngine } from "#local/engine/process.ts";
import type { DataDirectory } from "./data-directory.ts";
import { PlainError } from "./plain-error.ts";

/**
 * A DynamoDB-compatible engine that answers on a loopback address of this machine. It asks nobody who they
 * are, so that its address is the only thing that keeps others out (decision 017).
 */
export interface Engine {
  /** Such as `http://127.83.4.251:40123`. */
  readonly endpoint: string;
  readonly pid: number;
  /** Resolves with the sentence to print when the engine ends without having been stopped. */
  readonly failed: Promise<PlainError>;
  /** Ends the engine and resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/** Where and how an engine starts. */
export interface EngineOptions {
  /** Where its data lives; without one the data lives in memory and ends with the engine. */
  readonly directory?: DataDirectory;
  /**
   * The program, which takes dynoxide's arguments; without it the one that npm installed for this platform.
   */
  readonly binary?: string;
  /**
   * Asked for an address, up to three times, until nobody else has taken it; without it a random one is
   * taken.
   */
  readonly chooseAddress?: () => Promise<EngineAddress>;
}

/**
 * Starts a database engine and returns when it answers, some 10 ms later.
 *
 * The engine ends with this process, however that ends; one that an earlier process left behind on the same
 * data is ended first. Refused with a {@link PlainError}: no engine for this platform, a damaged database
 * file, no free port, an engine that ends while it starts or is silent for 10 s.
 */
export const startEngine = async (options: EngineOptions = {}): Promise<Engine> => {
  const { directory, binary = findEngineBinary(), chooseAddress = findFreeAddress } = options;
  if (directory) await endLeftoverEngine(directory.engineDescription);
  for (let attemptsLeft = 3; ; attemptsLeft--) {
    const address = await chooseAddress();
    const engine = spawnEngine(binary, address, directory?.databaseFile);
    const endpoint = `http://${address.host}:${address.port}`;
    const isReady = (await isListening(engine)) && (await answers(endpoint));
    if (isReady) return announced(engine, endpoint, directory);
    await engine.end();
    const complaint = await engine.ended;
    if (!complaint.includes("in use")) throw startRefusal(complaint, directory);
    if (attemptsLeft === 1) throw addressRefusal(address);
  }
};

const timeoutMs = 10_000;

/** True when the engine listens, false when it has ended instead. */
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

/**
 * True when the engine has answered a request; before, it would not heed a signal to end in good order
 * either.
 */
const answers = (endpoint: string): Promise<boolean> =>
  fetch(endpoint)
    .then((response) => response.text())
    .then(
      () => true,
      () => false,
    );

const announced = async (
  engine: EngineProcess,
  endpoint: string,
  directory: DataDirectory | undefined,
): Promise<Engine> => {
  const pid = engine.pid!;
  if (directory) await describeEngine(directory.engineDescription, endpoint, pid);
  let isStopped = false;
  const failed = new Promise<PlainError>((resolve) => {
    engine.ended.then((lastLine) => {
      if (!isStopped) resolve(new PlainError(`The database engine has ended (${lastLine}); start again.`));
    });
  });
  const stop = async () => {
    isStopped = true;
    await engine.end();
    if (directory) await rm(directory.engineDescription, { force: true });
  };
  return { endpoint, pid, failed, stop };
};

const startRefusal = (complaint: string, directory: DataDirectory | undefined): PlainError => {
  if (directory && /malformed|not a valid SQLite/.test(complaint)) {
    return new PlainError(
      `The database file ${directory.databaseFile} is damaged; restore it from a backup or choose another directory with --data.`,
    );
  }
  return new PlainError(
    `The database engine does not start (${complaint}); mend that, or set DYNAMODB_ENDPOINT to the address of another one.`,
  );
};

const addressRefusal = ({ host, port }: EngineAddress): PlainError =>
  new PlainError(
    `The database engine finds no free port on ${host} (the last one tried was ${port}); end what takes them, or set DYNAMODB_ENDPOINT to the address of another engine.`,
  );
