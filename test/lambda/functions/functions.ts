import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import pLimit from "p-limit";
import { bundleFolder } from "#release/bundles.ts";
import type { RoleSession } from "../aws/role-sessions.ts";
import { handlerIn } from "../bundles.ts";
import type { DeployedFunction } from "../deployed.ts";
import type { RunLedger } from "../ledger.ts";
import { type FunctionOutcome, Instance } from "./instance.ts";
import type { Sandbox } from "./sandbox.ts";

/** What all functions of a stage share. */
export interface FunctionsOptions {
  readonly deployed: readonly DeployedFunction[];
  readonly bundlesFolder: string;
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
const mostInstances = 60;

/** Lambda's limit for an event, and for an answer. Source: AWS, "Lambda quotas". */
const payloadBytes = 6 * 1_024 * 1_024;

const runtimeClient = path.join(import.meta.dirname, "../runtime/node_modules/aws-lambda-ric/index.mjs");

export type InvokeFunction = (name: string, event: unknown) => Promise<InvokedAnswer>;

export type InvokedAnswer = Omit<FunctionOutcome, "failure"> & {
  readonly failure?: FunctionOutcome["failure"] | "event too large" | "answer too large";
};

/** The functions of a stage, each in processes of its own. */
export class Functions {
  readonly #options: FunctionsOptions;
  readonly #byName: ReadonlyMap<string, DeployedFunction>;
  /** More at once would take a small machine longer than functions wait for AWS. */
  readonly #starts = pLimit(4);
  readonly #idle = new Map<string, Instance[]>();
  readonly #all = new Map<Instance, string>();

  constructor(options: FunctionsOptions) {
    this.#options = options;
    this.#byName = new Map(options.deployed.map((each) => [each.name, each]));
    mkdirSync(options.logsFolder, { recursive: true });
  }

  /** Sends an event to a function, and waits for its answer. */
  readonly invoke: InvokeFunction = async (name, event) => {
    const { ledger } = this.#options;
    const deployed = this.#byName.get(name);
    if (!deployed) throw new Error(`The stage has no function ${name}.`);
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > payloadBytes) return { failure: "event too large", text: "" };
    const answer = await this.#answerOf(deployed, payload);
    ledger.invocations++;
    ledger.functions.add(deployed.id);
    if (answer.failure)
      ledger.find("function failed", deployed.id, `${answer.failure}: ${answer.text.slice(0, 1_000)}`);
    else if (Buffer.byteLength(answer.text) > payloadBytes) return { failure: "answer too large", text: "" };
    return answer;
  };

  async #answerOf(deployed: DeployedFunction, payload: string): Promise<FunctionOutcome> {
    const warm = this.#idle.get(deployed.name)?.pop();
    const taken = warm ?? (await this.#start(deployed));
    if (!(taken instanceof Instance)) return taken;
    const answer = await taken.invoke(payload);
    void this.#giveBack(deployed, taken);
    return answer;
  }

  async #giveBack(deployed: DeployedFunction, instance: Instance): Promise<void> {
    await instance.freeze();
    if (instance.hasEnded || !this.#all.has(instance)) {
      this.#all.delete(instance);
      return;
    }
    instance.usedAt = performance.now();
    const idle = this.#idle.get(deployed.name) ?? [];
    this.#idle.set(deployed.name, [...idle, instance]);
  }

  /** A new process that waits for events, or why there is none. */
  async #start(deployed: DeployedFunction): Promise<Instance | FunctionOutcome> {
    this.#makeRoom();
    const { sandbox, bundlesFolder, layersFolder, logsFolder, ledger, preload } = this.#options;
    const inside = {
      taskFolder: path.join(bundlesFolder, bundleFolder(deployed.id)),
      layersFolder: deployed.hasLayers ? layersFolder : undefined,
      temporaryMb: deployed.temporaryMb,
    };
    const program = [process.execPath, "--import", preload, runtimeClient, handlerIn(deployed)];
    const began = performance.now();
    const instance = new Instance({
      command: sandbox.command(inside, program),
      environment: this.#environmentOf(deployed, inside.taskFolder),
      logFile: path.join(logsFolder, `${bundleFolder(deployed.id)}.log`),
      arn: `arn:aws:lambda:${this.#options.region}:123456789012:function:${deployed.name}`,
      timeoutSeconds: deployed.timeoutSeconds,
    });
    this.#all.set(instance, deployed.name);
    const failure = await this.#starts(() => instance.begin());
    ledger.coldStartsMs.push(performance.now() - began);
    if (failure) this.#all.delete(instance);
    return failure ?? instance;
  }

  #makeRoom(): void {
    if (this.#all.size < mostInstances) return;
    const idle = [...this.#idle.values()].flat().sort((one, other) => one.usedAt - other.usedAt);
    const [oldest] = idle;
    if (!oldest) return;
    for (const [name, those] of this.#idle)
      this.#idle.set(
        name,
        those.filter((each) => each !== oldest),
      );
    this.#all.delete(oldest);
    oldest.end();
  }

  /** What Lambda sets. Source: AWS, "Defined runtime environment variables". */
  #environmentOf(deployed: DeployedFunction, taskFolder: string): Record<string, string> {
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
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(deployed.memoryMb),
      AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
      AWS_LAMBDA_LOG_FORMAT: "JSON",
      AWS_LAMBDA_LOG_GROUP_NAME: deployed.logGroup,
      AWS_LAMBDA_LOG_STREAM_NAME: "2026/01/01/[$LATEST]0123456789abcdef0123456789abcdef",
    };
  }

  /** Ends all processes: the next requests start new ones. */
  readonly endAll = (): void => {
    for (const instance of this.#all.keys()) instance.end();
    this.#all.clear();
    this.#idle.clear();
  };
}
