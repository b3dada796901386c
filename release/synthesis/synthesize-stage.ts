/**
 * Sends the deployment of a stage to its parent process. Arguments: the module of SST's components, the stage,
 * and the folder of the project. It is a separate process, because SST and Pulumi keep state in globals.
 */
import { setServers } from "node:dns/promises";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import type { StandInAccount } from "./aws-answers.ts";
import { startAwsStandIn } from "./aws-stand-in.ts";
import { madeByAws } from "./made-by-aws.ts";
import { platformFolder } from "./sst-platform.ts";
import type { Deployment, Resource } from "./synthesize.ts";
import { tokenArn, tokenOf, tokenState } from "./tokens.ts";

// biome-ignore lint/suspicious/noExplicitAny: SST and Pulumi are typed in .sst, which may not be there.
type Untyped = any;

/** Whether resources are known by tokens, and not by made-up names. */
const ofTokens = process.env.SYNTHESIS_NAMES === "tokens";

/** Answers the components' requests to the `sst` program, and records how functions would be built. */
const answerComponents = async (
  work: string,
  built: Record<string, Deployment["built"][string]>,
): Promise<() => void> => {
  const answers: Record<string, (parameters: Untyped) => unknown> = {
    "Provider.Aws.Bootstrap": () => ({ asset: "assets", state: "state" }),
    "Runtime.Build": async ([{ functionID, handler, properties }]) => {
      const entry = path.join(work, handler.replace(/handler$/, "ts"));
      built[handler] = {
        installed: Object.keys(properties.install ?? {}),
        versions: properties.install ?? {},
        split: properties.splitting,
        minified: properties.minify && properties.format === "esm",
        mapped: properties.sourcemap,
        written: await readFile(entry, "utf8").catch(() => null),
      };
      const out = path.join(work, functionID);
      await mkdir(out, { recursive: true });
      await writeFile(path.join(out, "bundle.mjs"), "");
      return { handler, out, errors: [], sourcemaps: [] };
    },
  };
  const server = createServer(async (request, response) => {
    const { method, params } = (await json(request)) as { method: string; params: unknown };
    const answer = answers[method];
    response.end(
      JSON.stringify(answer ? { result: await answer(params) } : { error: `${method} has no stand-in` }),
    );
  });
  // Components ask in this process: where they keep it busy for long, an idle connection would be closed
  // in the moment in which it is used again.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.env.SST_SERVER = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => server.close();
};

/** Notes what each resource waits for, which Pulumi does not tell its mocks. */
const noteDependencies = ({ prototype }: Untyped): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  const { registerResource } = prototype;
  prototype.registerResource = function (request: Untyped, ...others: Untyped[]) {
    const names = request.getDependenciesList().map((urn: string) => urn.split("::").at(-1));
    found.set(`${request.getType()} ${request.getName()}`, names);
    return registerResource.call(this, request, ...others);
  };
  return found;
};

/** Stands in for Pulumi's engine. */
const recordResources = (resources: Resource[], dependencies: ReadonlyMap<string, readonly string[]>) => ({
  newResource: ({ type, name, inputs, id: existing }: Resource & { readonly id?: string }) => {
    const itsName = existing || name;
    const made = ofTokens
      ? { arn: existing ? roleArn(existing) : tokenArn(type, name, inputs), ...tokenState(type, name) }
      : { arn: arnOf(type, itsName), ...stateOf(type, itsName, inputs) };
    const state = { ...inputs, ...made };
    // SST reads the role of each function that it has not made itself.
    if (existing && type === "aws:iam/role:Role") return { id: existing, state };
    resources.push({ type, name, inputs, waitsFor: dependencies.get(`${type} ${name}`) ?? [] });
    return { id: existing || (ofTokens ? tokenOf(name, "Ref") : `${name}-id`), state };
  },
  call: ({ token, inputs }: Untyped) => callAnswers[token.split("/").pop()]?.(inputs) ?? inputs,
});

const arnOf = (type: string, name: string): string => {
  const [, service, kind] = type.split(/[:/]/);
  return kind === "role" ? roleArn(name) : `arn:aws:${service}:::${name}`;
};

const roleArn = (name: string): string => `arn:aws:iam::123456789012:role/${name}`;

const stateOf = (type: string, name: string, inputs: Untyped): Record<string, unknown> => {
  switch (type) {
    case "aws:acm/certificate:Certificate":
      return { domainValidationOptions: [validation] };
    case "aws:apigateway/apiKey:ApiKey":
      return { value: madeByAws(name) };
    case "aws:apigatewayv2/api:Api":
      return {
        apiEndpoint: `https://${name.toLowerCase()}.example`,
        executionArn: `arn:aws:execute-api:::${name}`,
      };
    case "aws:cloudfront/distribution:Distribution":
      return { domainName: "site.cloudfront.example" };
    case "aws:dynamodb/table:Table":
      return { name, streamArn: `arn:aws:dynamodb:::${name}/stream` };
    case "aws:lambda/alias:Alias":
      return {
        arn: `arn:aws:lambda:eu-central-1:123456789012:function:${inputs.functionName}:${inputs.name}`,
      };
    case "aws:lambda/function:Function":
      return { name, ...(inputs.publish && { version: process.env.SYNTHESIZED_VERSION || "7" }) };
    case "aws:s3/bucket:Bucket":
      return { bucket: name, bucketRegionalDomainName: `${name}.s3.eu-central-1.amazonaws.com` };
    default:
      return {};
  }
};

const validation = {
  resourceRecordName: "_a79865eb4cd1a6ab990a45779b4e0b96.field-notes.example.",
  resourceRecordType: "CNAME",
  resourceRecordValue: "_424c7224e9b0146f9a8808af955727d0.acm-validations.aws.",
};

const existingTable = {
  hashKey: "pk",
  rangeKey: "sk",
  streamEnabled: true,
  streamViewType: "KEYS_ONLY",
  ttl: { enabled: true, attributeName: "expires_at" },
  pointInTimeRecovery: { enabled: true },
};

const callAnswers: Record<string, (inputs: Untyped) => unknown> = {
  "getCallerIdentity:getCallerIdentity": () => ({ accountId: "123456789012" }),
  "getTable:getTable": ({ name }) => ({ name, arn: `arn:aws:dynamodb:::${name}`, ...existingTable }),
  // The parameter of a stage that has gone back twice.
  "getParameter:getParameter": () => ({ version: ofTokens ? 0 : 2 }),
  "getRegion:getRegion": () => ({ region: "eu-central-1" }),
  // Production is in an account that is no longer new.
  "getServiceQuota:getServiceQuota": () => ({
    value: process.argv[3] === "production" || process.env.SYNTHESIS_QUOTA === "raised" ? 1_000 : 10,
  }),
  "getRoles:getRoles": () => ({
    names: Array.from({ length: 970 }, (_, number) => `another-role-${number}`),
  }),
  "getPartition:getPartition": () => ({ partition: "aws" }),
  "getZone:getZone": ({ zoneId }) => ({ zoneId, name: "field-notes.example" }),
  "getPolicyDocument:getPolicyDocument": ({ statements }) => ({
    statements,
    json: JSON.stringify(statements),
  }),
};

/** Stands in for the program that builds the layers. */
const provideLayers = async (work: string): Promise<void> => {
  const folder = path.join(work, "layers/ffmpeg");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "build.ts"), "");
};

const synthesizeStage = async (
  componentsModule: string,
  stage: string,
  project: string,
): Promise<Omit<Deployment, "warnings">> => {
  const work = await mkdtemp(path.join(os.tmpdir(), "lectern-synthesis-"));
  await provideLayers(work);
  for (const name of ["node_modules", "package-lock.json"])
    await symlink(path.join(project, name), path.join(work, name));
  const built: Record<string, Deployment["built"][string]> = {};
  const stopAnswering = await answerComponents(work, built);
  try {
    const globals = globalThis as Untyped;
    globals.$config = (config: unknown) => config;
    const config = (await import(path.join(project, "sst.config.ts"))).default;
    const app = config.app({ stage });
    globals.$app = { ...app, stage };
    globals.$dev = false;
    globals.$cli = {
      command: "deploy",
      paths: { root: work, work, platform: platformFolder, home: work },
    };

    const { pulumi, MockMonitor, aws, sst, run, ...components } = await import(componentsModule);
    Object.assign(globals, components.globals, { aws, sst });
    // Pulumi keeps a stack trace for each of its promises. Whole ones, mapped to sources, would take most of
    // the time.
    globals.Error.prepareStackTrace = undefined;
    Error.stackTraceLimit = 2;
    const resources: Resource[] = [];
    await pulumi.runtime.setMocks(
      recordResources(resources, noteDependencies(MockMonitor)),
      app.name,
      stage,
      false,
    );
    const outputs = await pulumi.runtime.runInPulumiStack(() => run(config.run));
    const resolved = await new Promise<Deployment["outputs"]>((resolve) =>
      pulumi.output(outputs).apply(resolve),
    );
    await pulumi.runtime.disconnect();
    // An archive, whose path is a promise.
    for (const { inputs } of resources)
      if (inputs.code?.path) inputs.code = { path: path.relative(work, await inputs.code.path) };
    return { app, resources, built, outputs: resolved };
  } finally {
    stopAnswering();
    await rm(work, { recursive: true });
  }
};

/** What an account has of the domains of the stages, where nothing of these is deployed. */
const account: StandInAccount = {
  zones: [{ id: "ZFIELDNOTES", name: "field-notes.example" }],
  distributions: [],
  certificates: {
    "arn:aws:acm:us-east-1:123456789012:certificate/own": {
      Status: "ISSUED",
      DomainName: "field-notes.example",
      KeyAlgorithm: "RSA-2048",
    },
  },
  denied: [],
};

// Nobody answers there: what the deployment asks of DNS is not what is tested.
setServers(["127.0.0.1:9"]);
const aws = await startAwsStandIn(() => account);
process.env.AWS_ENDPOINT_URL = aws.url;
process.env.SST_AWS_ACCESS_KEY_ID = "AKIDEXAMPLE";
process.env.SST_AWS_SECRET_ACCESS_KEY = "example";
const [componentsModule, stage, project] = process.argv.slice(2);
const warnings: string[] = [];
console.warn = (warning: string) => void warnings.push(warning);
const outcome = await synthesizeStage(componentsModule!, stage!, project!).then(
  (deployment) => ({ ...deployment, warnings }),
  String,
);
process.send!(outcome, () => process.exit());
