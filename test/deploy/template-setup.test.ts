// Proves that the function behind a stack's custom resources makes each thing once, and tells what failed.

import { createPublicKey, createSign, createVerify } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { setupResources } from "#release/template/added-resources.ts";
import { stackParameters } from "#release/template/parameters.ts";
import { handler } from "#release/template/setup/handler.ts";
import { whileDenied } from "#release/template/setup/while-denied.ts";
import { type AwsAnswer, parameterAnswer, serveAws, standInAccess } from "#test/support/stand-in-aws.ts";
import { recordedRelease } from "../../stacks/recorded-release.ts";

const parameters = new Map<string, string>();
/** CloudFront's public keys by their ids. */
const keys = new Map<string, { readonly name: string; readonly encoded: string }>();
const keysInUse = new Set<string>();
const objects = new Map<string, string>();
const invoked: string[] = [];
const asked = new Set<string>();
let jobFails = false;
let told: { readonly Status: string; readonly Reason?: string; readonly Data?: Record<string, string> };
let url: string;

const escaped = (value: string) => value.replaceAll("\n", "&#10;");

const keyXml = (id: string) =>
  `<PublicKey><Id>${id}</Id><PublicKeyConfig><Name>${keys.get(id)!.name}</Name></PublicKeyConfig></PublicKey>`;

const ofCloudFront = async (request: IncomingMessage, id: string | undefined): Promise<AwsAnswer> => {
  if (request.method === "POST") {
    const body = await text(request);
    const [, name = ""] = /<Name>(.*?)<\/Name>/.exec(body) ?? [];
    const [, encoded = ""] = /<EncodedKey>([\s\S]*?)<\/EncodedKey>/.exec(body) ?? [];
    const made = `K${keys.size + 1}`;
    keys.set(made, { name, encoded: encoded.replaceAll("&#x0A;", "\n") });
    return { status: 201, body: keyXml(made) };
  }
  if (request.method === "DELETE") {
    if (keysInUse.has(id!))
      return {
        status: 409,
        body: "<ErrorResponse><Error><Code>PublicKeyInUse</Code></Error></ErrorResponse>",
      };
    keys.delete(id!);
    return { status: 204 };
  }
  if (id !== undefined) return { body: keyXml(id), etag: "E1" };
  const items = [...keys].map(
    ([each, { name }]) =>
      `<PublicKeySummary><Id>${each}</Id><Name>${escaped(name)}</Name></PublicKeySummary>`,
  );
  return {
    body: `<PublicKeyList><MaxItems>100</MaxItems><Quantity>${items.length}</Quantity><Items>${items.join("")}</Items></PublicKeyList>`,
  };
};

/** What IAM would decide about. */
const actionOf = ({ method, headers }: IncomingMessage, pathname: string): string => {
  const target = /^AmazonSSM\.(\w+)$/.exec(String(headers["x-amz-target"]))?.[1];
  if (target) return `ssm:${target}`;
  if (pathname.startsWith("/2015-03-31/functions/")) return "lambda:InvokeFunction";
  const key = /^\/2020-05-31\/public-key(\/.+)?$/.exec(pathname);
  if (!key) return "s3:PutObject";
  const verb = { POST: "Create", DELETE: "Delete" }[method!] ?? (key[1] ? "Get" : "List");
  return `cloudfront:${verb}PublicKey${verb === "List" ? "s" : ""}`;
};

const answer = async (request: IncomingMessage): Promise<AwsAnswer> => {
  const { pathname } = new URL(request.url!, "http://aws.example");
  if (pathname !== "/response") asked.add(actionOf(request, pathname));
  if (pathname === "/response") {
    told = (await json(request)) as typeof told;
    return {};
  }
  if (request.headers["x-amz-target"]) {
    const answered = await parameterAnswer(parameters, request);
    const { Parameter } = (answered.body ?? {}) as { readonly Parameter?: { readonly Name: string } };
    if (!Parameter?.Name.endsWith("/withdrawn-releases")) return answered;
    return { body: { Parameter: { ...Parameter, Version: 2 } } };
  }
  const [, key] = /^\/2020-05-31\/public-key(?:\/([^/]+))?/.exec(pathname) ?? [];
  if (pathname.startsWith("/2020-05-31/public-key")) return ofCloudFront(request, key);
  if (pathname.startsWith("/2015-03-31/functions/")) {
    invoked.push(`${decodeURIComponent(pathname.split("/")[3]!)} ${await text(request)}`);
    if (!jobFails) return { body: {} };
    const headers = { "x-amz-function-error": "Unhandled" };
    return { headers, body: { errorMessage: "The table is in another form." } };
  }
  objects.set(pathname, await text(request));
  return {};
};

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  for (const store of [parameters, keys, keysInUse, objects, asked]) store.clear();
  invoked.length = 0;
  jobFails = false;
  const served = await serveAws(async (request) => answer(request));
  url = served.url;
  onTestFinished(served.stop);
  for (const [name, value] of Object.entries({ ...standInAccess, AWS_ENDPOINT_URL: url }))
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
});

const ask = async (
  kind: string,
  ResourceProperties: Record<string, unknown>,
  more: {
    RequestType?: "Create" | "Update" | "Delete";
    OldResourceProperties?: Record<string, unknown>;
  } = {},
) => {
  const request = {
    RequestType: "Create" as const,
    ResourceProperties: { Stage: "trial", ...ResourceProperties },
    ...more,
  };
  await handler({
    ...request,
    ResourceType: `Custom::Lectern${kind}`,
    ResponseURL: `${url}/response`,
    StackId: "stack",
    RequestId: "request",
    LogicalResourceId: kind,
  } as never);
  return told;
};

const defaults = Object.fromEntries(
  Object.entries(stackParameters).map(([name, { Default = "" }]) => [name, Default]),
);

const askSettings = (given: Record<string, string>, stage = "trial") =>
  ask("Settings", {
    Stage: stage,
    Region: "eu-central-1",
    Parameters: { ...defaults, ...given },
    InDigest: ["ExistingTable", "SiteCorsOrigins", "SiteRobots", "SiteCommentsEnabled"],
  });

test("settings that are right have a digest, which changes with what functions get and with nothing else", async () => {
  const before = (await askSettings({})).Data!;
  expect(before.Digest).toMatch(/^[0-9a-f]{12}$/);
  expect((await askSettings({ AlarmEmail: "ada@field-notes.example" })).Data!.Digest).toBe(before.Digest);
  expect((await askSettings({ SiteCommentsEnabled: "true" })).Data!.Digest).not.toBe(before.Digest);
  // What a stage says by itself.
  expect((await askSettings({ SiteRobots: "none" })).Data!.Digest).toBe(before.Digest);
  const bySecret = (await askSettings({ ProxySecretGeneration: "2" })).Data!;
  expect(bySecret.Digest).toBe(before.Digest);
  expect(bySecret.ProxySecretGeneration).not.toBe(before.ProxySecretGeneration);
  for (const SiteCorsOrigins of [
    "https://a.example,https://b.example",
    "https://a.example",
    'https://a."example',
  ]) {
    const { QuotedOrigins } = (await askSettings({ SiteCorsOrigins })).Data!;
    expect(JSON.parse(`["${QuotedOrigins}"]`)).toEqual(SiteCorsOrigins.split(","));
  }
});

test("settings that are wrong are refused, all at once, and the stack is told", async () => {
  const refused = await askSettings({
    SiteCommentsEnabled: "perhaps",
    PermissionsBoundary: "none",
    SiteCorsOrigins: "a",
  });
  expect(refused.Status).toBe("FAILED");
  for (const name of ["SITE_COMMENTS_ENABLED", "PERMISSIONS_BOUNDARY", "SITE_CORS_ORIGINS"])
    expect(refused.Reason).toContain(name);
  expect((await askSettings({ DomainName: "field-notes.example" })).Reason).toContain(
    "DomainName and CertificateArn",
  );
});

test("secrets are made once, and those of the generations beside one are known", async () => {
  const { Data } = await ask("ProxySecrets", { Generation: "1" });
  expect(Data).toEqual({
    Sent: "/lectern/trial/proxy-secret-1",
    Others: "/lectern/trial/proxy-secrets-beside-1",
  });
  const [first, second] = ["1", "2"].map((each) => parameters.get(`/lectern/trial/proxy-secret-${each}`)!);
  expect(first!.length).toBeGreaterThan(40);
  expect(parameters.get("/lectern/trial/proxy-secrets-beside-1")).toBe(second);
  const kept = new Map(parameters);
  await ask("ProxySecrets", { Generation: "1" }, { RequestType: "Update" });
  expect(parameters).toEqual(kept);
  await ask("ProxySecrets", { Generation: "2" }, { RequestType: "Update" });
  const third = parameters.get("/lectern/trial/proxy-secret-3");
  expect(parameters.get("/lectern/trial/proxy-secrets-beside-2")).toBe(`${third} ${first}`);
  await ask("ProxySecrets", { Generation: "2" }, { RequestType: "Delete" });
  expect([...parameters.keys()]).toEqual([]);
});

test("a key of files is made once, and the one before it stays accepted", async () => {
  const { Data } = await ask("SigningKeys", { Generation: "1" });
  expect(Data).toEqual({ KeyId: "K1", KeyIds: "K1" });
  const privateKey = parameters.get("/lectern/trial/download-key-1")!;
  const signature = createSign("SHA256").update("a file").sign(privateKey);
  const stored = createPublicKey(keys.get("K1")!.encoded);
  expect(createVerify("SHA256").update("a file").verify(stored, signature)).toBe(true);
  expect((await ask("SigningKeys", { Generation: "1" }, { RequestType: "Update" })).Data).toEqual(Data);
  const raised = await ask("SigningKeys", { Generation: "2" }, { RequestType: "Update" });
  expect(raised.Data).toEqual({ KeyId: "K2", KeyIds: "K2,K1" });
  expect(parameters.get("/lectern/trial/download-key-1")).toBe(privateKey);
});

test("keys go with the stack, and one that cannot go keeps no stack from being deleted", async () => {
  await ask("SigningKeys", { Generation: "2" });
  keysInUse.add("K1");
  expect((await ask("SigningKeys", { Generation: "2" }, { RequestType: "Delete" })).Status).toBe("SUCCESS");
  keysInUse.clear();
  await ask("SigningKeys", { Generation: "2" }, { RequestType: "Delete" });
  expect(keys.size + parameters.size).toBe(0);
});

test("the first snapshot is stored by the version of the release, and not when a stack goes back", async () => {
  const job = { FunctionName: "lectern-trial-Snapshot", FunctionVersion: "7" };
  expect((await ask("FirstSnapshot", job)).Status).toBe("SUCCESS");
  expect(invoked).toEqual(['lectern-trial-Snapshot:7 {"isDeployment":true}']);
  const older = { ...job, FunctionVersion: "6" };
  const back = await ask("FirstSnapshot", older, { RequestType: "Update", OldResourceProperties: job });
  expect(back.Status).toBe("SUCCESS");
  expect(invoked).toHaveLength(1);
});

test("the release is noted as SST's deployment notes it, and aliases say how often the stage went back", async () => {
  const release = {
    Bucket: "files",
    Table: "table",
    Version: "0.3.0",
    Functions: ["lectern-trial-B=2", "lectern-trial-A=7"],
  };
  const record = recordedRelease(
    "0.3.0",
    [
      ["lectern-trial-B", "2"],
      ["lectern-trial-A", "7"],
    ],
    "table",
  );
  expect((await ask("ReleaseRecord", release)).Data).toEqual({ Description: record.id });
  expect(JSON.parse(objects.get(`/files/releases/${record.id}.json`)!)).toEqual(record);
  parameters.set("/lectern/trial/withdrawn-releases", '["x"]');
  expect((await ask("ReleaseRecord", release)).Data).toEqual({ Description: `${record.id} (gone back: 2)` });
});

test("the files of the admin are put into the bucket, its page last", async () => {
  const bundle = await mkdtemp(join(tmpdir(), "lectern-setup-"));
  onTestFinished(() => rm(bundle, { recursive: true }));
  vi.stubEnv("LAMBDA_TASK_ROOT", bundle);
  await mkdir(join(bundle, "admin"));
  for (const name of ["index.html", "admin-a1.js", "style-b2.css"])
    await writeFile(join(bundle, "admin", name), `of ${name}`);
  expect((await ask("AdminFiles", { Bucket: "files" })).Status).toBe("SUCCESS");
  const paths = [...objects.keys()];
  expect(paths.slice(0, 2).sort()).toEqual(["/files/cms/files/admin-a1.js", "/files/cms/files/style-b2.css"]);
  expect(paths.slice(2)).toEqual(["/files/cms/index.html"]);
  expect(objects.get("/files/cms/index.html")).toContain("of index.html");
});

test("a job that fails ends the deployment with what it said", async () => {
  jobFails = true;
  const failed = await ask("FirstSnapshot", { FunctionName: "lectern-trial-Snapshot", FunctionVersion: "7" });
  expect(failed).toMatchObject({ Status: "FAILED" });
  expect(failed.Reason).toContain("The table is in another form.");
});

test("what the function does not know is a failure, and is told", async () => {
  expect(await ask("Anything", {})).toMatchObject({ Status: "FAILED" });
});

test("it asks for what its role allows, and its role allows nothing else", async () => {
  for (const RequestType of ["Create", "Delete"] as const)
    for (const kind of ["ProxySecrets", "SigningKeys"]) await ask(kind, { Generation: "1" }, { RequestType });
  await ask("FirstSnapshot", { FunctionName: "lectern-trial-Snapshot", FunctionVersion: "7" });
  await ask("ReleaseRecord", { Bucket: "files", Table: "table", Version: "0.3.0", Functions: [] });
  const { SetupRole } = setupResources("functions/setup.zip");
  const [{ PolicyDocument }] = SetupRole!.Properties.Policies as unknown as [
    { readonly PolicyDocument: { readonly Statement: readonly { readonly Action: readonly string[] }[] } },
  ];
  const allowed = PolicyDocument.Statement.flatMap(({ Action }) => Action);
  expect([...asked].sort()).toEqual(allowed.toSorted());
});

test("what a new role may not do yet is done again, and what it may never do is a failure", async () => {
  const denied = Object.assign(new Error("not yet"), { name: "AccessDeniedException" });
  const outcomes = (answers: readonly (Error | string)[]) => {
    const left = [...answers];
    const action = async () => {
      const answered = left.shift() ?? denied;
      if (answered instanceof Error) throw answered;
      return answered;
    };
    const pause = vi.fn(async () => {});
    return { pause, done: whileDenied(action, pause) };
  };
  const later = outcomes([denied, denied, "made"]);
  expect(await later.done).toBe("made");
  expect(later.pause).toHaveBeenCalledTimes(2);
  const never = outcomes([]);
  await expect(never.done).rejects.toBe(denied);
  expect(never.pause).toHaveBeenCalledTimes(6);
  const other = outcomes([new TypeError("wrong"), "made"]);
  await expect(other.done).rejects.toThrow("wrong");
  expect(other.pause).not.toHaveBeenCalled();
});
