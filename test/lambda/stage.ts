import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { liveAlias } from "#lib/store/release-record.ts";
import { credentialPartitions, secretsPartition } from "#lib/store/table.ts";
import type { Resource } from "#release/synthesis/synthesize.ts";
import { makeBucket } from "#test/support/s3.ts";
import { deployerRole, type RoleSession, RoleSessions } from "./aws/role-sessions.ts";
import { startAwsEndpoints } from "./aws/server.ts";
import { type BuiltRelease, deploy, versionsOf } from "./deploy.ts";
import { resourcesOf, type Statement } from "./deployed.ts";
import { type AnswerApi, apiGateway } from "./front/api-gateway.ts";
import { startCloudFront } from "./front/cloudfront.ts";
import { Functions } from "./functions/functions.ts";
import { PublishedFunctions } from "./functions/published.ts";
import { findSandbox } from "./functions/sandbox.ts";
import { runInvocations, runSchedules } from "./jobs/schedule.ts";
import { followTable } from "./jobs/stream.ts";
import { RunLedger } from "./ledger.ts";
import { type PreparedStage, regionOfStage as region } from "./prepare.ts";
import { StageResources } from "./stage-resources.ts";
import { renewTable, tableNameOf } from "./table.ts";

export interface StageOptions extends PreparedStage, BuiltRelease {
  /** Where the logs of functions are written. */
  readonly folder: string;
  readonly tableEndpoint: string;
  readonly filesEndpoint: string;
  readonly plant?: PlantedFault | undefined;
  /** True to work on the table of another stage. */
  readonly keepsTable?: boolean;
}

/** A fault of earlier versions, to show that a run fails with it. */
export type PlantedFault = "sign-in" | "final-slash";

export type Stage = Awaited<ReturnType<typeof startStage>>;

const hostOf = (api: string) => `${api.toLowerCase()}.execute-api.${region}.amazonaws.com`;

/** Starts a stage with an empty table and an empty bucket. */
export const startStage = async (options: StageOptions) => {
  const { layersFolder, certificate } = options;
  const { folder, tableEndpoint, filesEndpoint, plant } = options;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const ledger = new RunLedger();
  const sessions = new RoleSessions();
  const sandbox = await findSandbox(options.bundlesFolder);
  const resources = new StageResources(options.deployment);
  const published = new PublishedFunctions();
  const callVersionsOf = (release: BuiltRelease) => {
    for (const { deployed, number } of versionsOf(release))
      published.move(deployed.name, liveAlias, { version: number, description: "" });
  };
  for (const version of versionsOf(options)) published.publish(version);
  callVersionsOf(options);
  let bucket = await makeBucket(filesEndpoint);
  const files = { endpoint: filesEndpoint, bucket: () => bucket };
  // Each waits for the other: functions ask AWS, where functions are called.
  const started: { functions?: Functions } = {};
  const apis = new Map<string, AnswerApi>();
  const aws = await startAwsEndpoints({
    get deployment() {
      return resources.deployment;
    },
    ...{ sessions, ledger, certificate, tableEndpoint, files, published },
    parameters: new Map(),
    functions: () => started.functions!,
    answerApi: (request, response) =>
      apis.get(String(request.headers.host))!(
        plant === "final-slash" ? withFinalSlash(request) : request,
        response,
      ),
    ...(plant === "sign-in" && { changeStatements: ofAccountsOnly }),
  });
  const functions = new Functions({
    ...{ published, layersFolder, sandbox, region, ledger },
    logsFolder: folder,
    sessionOf: sessions.of,
    // Buckets of AWS have names in lower case; the synthesis names resources.
    knownLater: { BUCKET_NAME: "lectern-files", PUBLIC_ORIGIN: "https://field-notes.example" },
    ofPreload: { AWS_STAND_IN_PORT: String(aws.port), NODE_EXTRA_CA_CERTS: certificate.file },
    preload: pathToFileURL(path.join(import.meta.dirname, "runtime/names-of-aws.mjs")).href,
  });
  started.functions = functions;
  const connectApis = () => {
    const { deployment } = resources;
    for (const { name } of resourcesOf(deployment, "aws:apigatewayv2/api:Api")) {
      const api = apiGateway(deployment, name, hostOf(name), functions);
      apis.set(hostOf(name), api);
      // As the synthesis names it.
      apis.set(`${name.toLowerCase()}.example`, api);
    }
  };
  connectApis();
  const front = await startCloudFront({
    ...{ deployment: resources.deployment, files, certificate },
    answerApi: (domainName, ...given) => apis.get(domainName)!(...given),
  });
  const tableName = tableNameOf(resources.deployment);
  if (!options.keepsTable) await renewTable(tableEndpoint, resources.deployment);

  let following: { readonly end: AbortController; readonly done: Promise<void> } | undefined;
  const stopFollowing = async () => {
    following?.end.abort();
    await following?.done;
    following = undefined;
  };

  const environmentOf = (session: RoleSession) => ({
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: session.accessKeyId,
    AWS_SECRET_ACCESS_KEY: session.secretAccessKey,
    AWS_SESSION_TOKEN: session.sessionToken,
    AWS_STAND_IN_PORT: String(aws.port),
    NODE_EXTRA_CA_CERTS: certificate.file,
    TABLE_NAME: tableName,
    BUCKET_NAME: "lectern-files",
  });

  return {
    url: front.url,
    folder,
    ledger,
    leavesOut: sandbox.leavesOut,
    /** The environment of a program that works on the stage as the account's owner. */
    ownersEnvironment: environmentOf(sessions.owner),
    /** The same as the role of `deployer.yaml`. */
    deployersEnvironment: environmentOf(sessions.of(deployerRole)),
    /** Moves the aliases to a release that was deployed, as `lectern rollback` does, without its pace. */
    goBackTo: callVersionsOf,
    bucket: files.bucket,
    tableName,
    /** The numbers of the versions that are called, of all functions or of those that a release has. */
    live: (release?: BuiltRelease) =>
      published.numbersAt(liveAlias, release && versionsOf(release).map(({ deployed }) => deployed.name)),
    /** Throws where the deployment ends half way. */
    deploy: async (release: BuiltRelease, isRefused?: (resource: Resource) => boolean) => {
      try {
        await deploy(release, { resources, published, invoke: functions.invoke, files }, isRefused);
      } finally {
        connectApis();
        front.change(resources.deployment);
      }
    },
    /** Empties table and bucket, and ends all processes of functions. */
    renew: async () => {
      await stopFollowing();
      functions.endAll();
      bucket = await makeBucket(filesEndpoint);
      await renewTable(tableEndpoint, resources.deployment);
    },
    invoke: functions.invoke,
    runSchedules: () => runSchedules(resources.deployment, functions.invoke),
    runInvocations: () => runInvocations(resources.deployment, functions.invoke),
    followTable: () => {
      if (following) return;
      const end = new AbortController();
      following = {
        end,
        done: followTable(tableEndpoint, resources.deployment, functions.invoke, end.signal),
      };
    },
    stop: async () => {
      await stopFollowing();
      functions.endAll();
      front.stop();
      aws.stop();
    },
  };
};

/** Agents' tools asked the API for paths with a final slash, as visitors write them. */
const withFinalSlash = <Request extends { readonly url: string }>(request: Request): Request => {
  const [path, query] = request.url.split("?");
  return { ...request, url: `${path}/${query === undefined ? "" : `?${query}`}` };
};

/**
 * The sign-in reads a user's name and the recent attempts in one request. One statement for accounts beside
 * one for all else does not cover it.
 */
const ofAccountsOnly = (statements: readonly Statement[]): readonly Statement[] =>
  statements.map((statement) => {
    const [condition, ...others] = statement.conditions ?? [];
    const isOfAccounts =
      condition?.test === "ForAllValues:StringNotLike" && condition.values.join() === secretsPartition;
    if (!isOfAccounts || !statement.actions.includes("dynamodb:BatchGetItem")) return statement;
    const own = { ...condition, test: "ForAllValues:StringLike", values: credentialPartitions };
    return { ...statement, conditions: [own, ...others] };
  });
