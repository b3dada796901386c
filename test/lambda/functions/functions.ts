import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import pLimit from "p-limit";
import { bundleFolder } from "#release/bundles.ts";
import type { RoleSession } from "../aws/role-sessions.ts";
import { handlerIn } from "../bundles.ts";
import type { RunLedger } from "../ledger.ts";
import { type FunctionOutcome, Instance } from "./instance.ts";
import type { PublishedFunctions, PublishedVersion } from "./published.ts";
import type { Sandbox } from "./sandbox.ts";

/** What all functions of a stage share. */
export interface FunctionsOptions {
  readonly published: PublishedFunctions;
  readonly logsFolder: string;
  /** The folder with `ffprobe` and `ffmpeg`. */
  readonly layersFolder: string;
  readonly sandbox: Sandbox;
  readonly region: string;
  readonly sessionOf: (role: string) => RoleSession;
  /** Values that only a deployment knows, for functions that have these variables. */
  readonly knownLater: Readonly<Record<string, string>>;
  /** Variables for the preload. */
  readonly ofPreload: Readonly<Record<string, string>>;
  /** Loaded by Node before the runtime. */
  readonly preload: string;
  readonly ledger: RunLedger;
}

/** The most processes at once; the longest idle one makes room. */
const maxInstances = 60;

/** Lambda's limit for an event, and for an answer. Source: AWS, "Lambda quotas". */
const payloadBytes = 6 * 1_024 * 1_024;

const runtimeClient = path.join(import.meta.dirname, "../runtime/node_modules/aws-lambda-ric/index.mjs");

/**
 * Sends an event to a function. `onTurn` is called when a process takes it or begins to start: until then it
 * has waited for others, which at Lambda have machines of their own.
 */
export type InvokeFunction = (name: string, event: unknown, onTurn?: () => void) => Promise<InvokedAnswer>;

export type InvokedAnswer = Omit<FunctionOutcome, "failure"> & {
  readonly failure?: FunctionOutcome["failure"] | "event too large" | "answer too large";
};

/** The functions of a stage, each in processes of its own. */
export class Functions {
  readonly #options: FunctionsOptions;
  /** More at once would take a small machine longer than functions wait for AWS. */
  readonly #starts = pLimit(4);
  readonly #idle = new Map<PublishedVersion, Instance[]>();
  readonly #all = new Set<Instance>();

  constructor(options: FunctionsOptions) {
    this.#options = options;
    mkdirSync(options.logsFolder, { recursive: true });
  }

  /** Sends an event to a function, by its name and an alias, and waits for its answer. */
  readonly invoke: InvokeFunction = async (name, event, onTurn = () => {}) => {
    const { ledger, published } = this.#options;
    const version = published.called(name);
    const { deployed } = version;
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > payloadBytes) return { failure: "event too large", text: "" };
    const answer = await this.#answerOf(version, payload, onTurn);
    ledger.invocations++;
    ledger.functions.add(deployed.id);
    if (answer.failure)
      ledger.find("function failed", deployed.id, `${answer.failure}: ${answer.text.slice(0, 1_000)}`);
    else if (Buffer.byteLength(answer.text) > payloadBytes) return { failure: "answer too large", text: "" };
    return answer;
  };

  async #answerOf(version: PublishedVersion, payload: string, onTurn: () => void): Promise<FunctionOutcome> {
    const warm = this.#idle.get(version)?.pop();
    if (warm) onTurn();
    const taken = warm ?? (await this.#start(version, onTurn));
    if (!(taken instanceof Instance)) return taken;
    const answer = await taken.invoke(payload);
    void this.#giveBack(version, taken);
    return answer;
  }

  async #giveBack(version: PublishedVersion, instance: Instance): Promise<void> {
    await instance.freeze();
    if (instance.hasEnded || !this.#all.has(instance)) {
      this.#all.delete(instance);
      return;
    }
    instance.usedAt = performance.now();
    const idle = this.#idle.get(version) ?? [];
    this.#idle.set(version, [...idle, instance]);
  }

  /** A new process that waits for events, or why there is none. */
  async #start(version: PublishedVersion, onTurn: () => void): Promise<Instance | FunctionOutcome> {
    this.#makeRoom();
    const { deployed, taskFolder, number } = version;
    const { sandbox, layersFolder, logsFolder, ledger, preload } = this.#options;
    const inside = {
      taskFolder,
      layersFolder: deployed.hasLayers ? layersFolder : undefined,
      temporaryMb: deployed.temporaryMb,
    };
    const program = [process.execPath, "--import", preload, runtimeClient, handlerIn(deployed)];
    const instance = new Instance({
      command: sandbox.command(inside, program),
      environment: this.#environmentOf(version),
      logFile: path.join(logsFolder, `${bundleFolder(deployed.id)}-${number}.log`),
      arn: `arn:aws:lambda:${this.#options.region}:123456789012:function:${deployed.name}:${number}`,
      timeoutSeconds: deployed.timeoutSeconds,
    });
    this.#all.add(instance);
    const failure = await this.#starts(async () => {
      onTurn();
      const began = performance.now();
      const whyNot = await instance.begin();
      ledger.coldStartsMs.push(performance.now() - began);
      return whyNot;
    });
    if (failure) this.#all.delete(instance);
    return failure ?? instance;
  }

  #makeRoom(): void {
    if (this.#all.size < maxInstances) return;
    const idle = [...this.#idle.values()].flat().sort((one, other) => one.usedAt - other.usedAt);
    const [oldest] = idle;
    if (!oldest) return;
    for (const [version, those] of this.#idle)
      this.#idle.set(
        version,
        those.filter((each) => each !== oldest),
      );
    this.#all.delete(oldest);
    oldest.end();
  }

  /** What Lambda sets. Source: AWS, "Defined runtime environment variables". */
  #environmentOf({ number, deployed, taskFolder }: PublishedVersion): Record<string, string> {
    const { region, sessionOf, knownLater, ofPreload, sandbox } = this.#options;
    const known = Object.entries(knownLater).filter(([name]) => name in deployed.variables);
    const { accessKeyId, secretAccessKey, sessionToken } = sessionOf(deployed.role);
    return {
      ...deployed.variables,
      ...Object.fromEntries(known),
      ...ofPreload,
      ...(sandbox.ownTemporaryFolder ? {} : { CATALOG_FILE: `/tmp/lectern-lambda-${randomUUID()}.db` }),
      _HANDLER: handlerIn(deployed),
      LAMBDA_TASK_ROOT: taskFolder,
      PATH: "/usr/local/bin:/usr/bin:/bin:/opt/bin",
      TZ: ":UTC",
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
      AWS_LAMBDA_FUNCTION_NAME: deployed.name,
      AWS_LAMBDA_FUNCTION_VERSION: number,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(deployed.memoryMb),
      AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
      AWS_LAMBDA_LOG_FORMAT: "JSON",
      AWS_LAMBDA_LOG_GROUP_NAME: deployed.logGroup,
      AWS_LAMBDA_LOG_STREAM_NAME: `2026/01/01/[${number}]0123456789abcdef0123456789abcdef`,
    };
  }

  /** Ends all processes: the next requests start new ones. */
  readonly endAll = (): void => {
    for (const instance of this.#all) instance.end();
    this.#all.clear();
    this.#idle.clear();
  };
}
