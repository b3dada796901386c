import { digestOf } from "#release/template/setup/digest-of.ts";
import {
  hasSetting,
  parameterOfSetting,
  siteSettings,
  stackConditions,
  stackParameters,
} from "./parameters.ts";
import {
  noValue,
  type TemplateObject,
  type TemplateResource,
  type TemplateResources,
  type TemplateValue,
} from "./template-value.ts";

/** Where the bundle of a function is below the artefact's prefix, such as `functions/root-1a2b3c4d.zip`. */
export type KeyOfBundle = (handler: string) => string;

export interface ReleasedTemplate {
  readonly version: string;
  readonly keyOfBundle: KeyOfBundle;
  /** Where the bundle of the function behind custom resources is. */
  readonly setupKey: string;
}

const bundleAt = (key: string) => ({
  S3Bucket: { Ref: "ArtefactBucket" },
  S3Key: { "Fn::Sub": `\${ArtefactPrefix}${key}` },
});

/** Variables that SST gives its own library, which no function of ours has. */
const ofSst = ["SST_KEY_FILE", "SST_RESOURCE_App"];

const valueOfSetting = (variable: string): TemplateValue => {
  // Only the site that people are meant to find is found.
  const otherwise = variable === "SITE_ROBOTS" ? { "Fn::If": ["IsProduction", noValue, "none"] } : noValue;
  return { "Fn::If": [hasSetting(variable), { Ref: parameterOfSetting(variable) }, otherwise] };
};

const settingsOfSite = Object.fromEntries(siteSettings.map((name) => [name, valueOfSetting(name)]));

/** A function with its bundle and the settings of the site, which are parameters here. */
const withBundle = (resource: TemplateResource, keyOfBundle: KeyOfBundle): TemplateResource => {
  const { Handler, Environment, ...others } = resource.Properties;
  const { Variables } = Environment as { readonly Variables: Readonly<Record<string, TemplateValue>> };
  const own = Object.entries(Variables).filter(
    ([name]) => !ofSst.includes(name) && !(name in settingsOfSite),
  );
  if (!("SITE_ROBOTS" in Variables)) throw new Error(`${Handler} gets no settings of the site.`);
  return {
    ...resource,
    Properties: {
      ...others,
      Code: bundleAt(keyOfBundle(String(Handler))),
      Handler: String(Handler).split("/").at(-1)!,
      Environment: { Variables: { ...Object.fromEntries(own), ...settingsOfSite } },
    },
  };
};

/** The parameter that a custom resource depends on. */
const parametersBehind: Readonly<Record<string, string>> = {
  ProxySecrets: "ProxySecretGeneration",
  SigningKeys: "DownloadKeyGeneration",
};

/** Everything that a value names: parameters, conditions, and resources. */
export const namesIn = (value: TemplateValue, found = new Set<string>()): ReadonlySet<string> => {
  if (typeof value === "string" || typeof value !== "object") return found;
  if (Array.isArray(value)) {
    for (const each of value) namesIn(each, found);
    return found;
  }
  for (const [key, each] of Object.entries(value)) {
    if (key === "Ref") found.add(String(each));
    else if (key === "Fn::GetAtt") found.add(String((each as readonly string[])[0]));
    else if (key === "Fn::Sub") {
      for (const [, name] of String(each).matchAll(/\$\{([A-Za-z0-9:]+)(?:\.\w+)?\}/g)) found.add(name!);
    } else if (key === "Fn::If") {
      found.add(String((each as readonly string[])[0]));
      namesIn(each, found);
    } else namesIn(each, found);
  }
  return found;
};

/** The parameters that a value depends on, beside those that every function does. */
const ownParameters = (properties: TemplateValue): string[] => {
  const names = [...namesIn(properties)];
  const behindConditions = names.flatMap((name) =>
    stackConditions[name] ? [...namesIn(stackConditions[name])] : [],
  );
  const behind = names.flatMap((name) => parametersBehind[name] ?? []);
  return (
    [...new Set([...names, ...behindConditions, ...behind])]
      .filter((name) => name in stackParameters && !partOfDigest.includes(name))
      // Where the bundle is is no part of a version.
      .filter((name) => !["ArtefactBucket", "ArtefactPrefix"].includes(name))
      .toSorted()
  );
};

/** Parameters that every function depends on. */
const partOfDigest = [
  ...["Stage", "ExistingTable", "SiteCorsOrigins", "Attempt"],
  ...siteSettings.map(parameterOfSetting),
];

const maxDescription = 256;

/**
 * Names what a function is at: a digest of what the release says of it, and those of parameters that it depends
 * on. It is part of the function's own description, because AWS refuses a version of what has not changed.
 */
const stateOf = ({ Description, ReservedConcurrentExecutions: _, ...locked }: TemplateObject) => {
  const digests = ["Digest", ...ownParameters(locked)].map((name) => `\${Settings.${name}}`);
  const state = digestOf({ Description, ...locked });
  const length = `${Description} version:`.length + (1 + digests.length) * (1 + state.length);
  if (length > maxDescription) throw new Error(`${Description} is longer than AWS allows with its version.`);
  return { state, text: ["version:", state, ...digests].join(" ") };
};

/** A function that says what it is at, and the version of it that a release publishes. */
const versioned = (id: string, resource: TemplateResource) => {
  const { Properties, Condition } = resource;
  const { state, text } = stateOf(Properties);
  const Description = { "Fn::Sub": `${Properties.Description} ${text}` };
  const version: TemplateResource = {
    Type: "AWS::Lambda::Version",
    Properties: { FunctionName: { Ref: id }, Description: { "Fn::Sub": text } },
    ...(Condition && { Condition }),
    // Versions of earlier releases stay to go back to; one that was made in vain would be in the way.
    DeletionPolicy: "RetainExceptOnCreate",
    UpdateReplacePolicy: "Retain",
  };
  return {
    made: { ...resource, Properties: { ...Properties, Description } },
    versionId: `${id}Version${state}`,
    version,
  };
};

const custom = (
  kind: string,
  properties: Readonly<Record<string, TemplateValue>>,
  rest = {},
): TemplateResource => ({
  Type: `Custom::Lectern${kind}`,
  Properties: {
    ServiceToken: { "Fn::GetAtt": ["SetupFunction", "Arn"] },
    // Else CloudFormation would wait for an hour for a function that ended without an answer.
    ServiceTimeout: setupSeconds + 60,
    Stage: { Ref: "Stage" },
    ...properties,
  },
  ...rest,
});

/** The first snapshot takes five minutes at most. */
const setupSeconds = 420;

/** The function behind the custom resources, and its rights. */
export const setupResources = (setupKey: string): TemplateResources => {
  const place = "${AWS::Region}:${AWS::AccountId}";
  const allow = (Action: readonly string[], Resource: TemplateValue) => ({
    Effect: "Allow",
    Action,
    Resource,
  });
  return {
    SetupLog: {
      Type: "AWS::Logs::LogGroup",
      Properties: { LogGroupName: { "Fn::Sub": "/lectern/${Stage}/setup" }, RetentionInDays: 30 },
    },
    SetupRole: {
      Type: "AWS::IAM::Role",
      Properties: {
        RoleName: { "Fn::Sub": "lectern-${Stage}-Setup" },
        AssumeRolePolicyDocument: {
          Version: "2012-10-17",
          Statement: [
            { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "lambda.amazonaws.com" } },
          ],
        },
        ManagedPolicyArns: ["arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"],
        PermissionsBoundary: { "Fn::If": ["HasBoundary", { Ref: "PermissionsBoundary" }, noValue] },
        Policies: [
          {
            PolicyName: "inline",
            PolicyDocument: {
              Version: "2012-10-17",
              Statement: [
                allow(["ssm:GetParameter", "ssm:PutParameter", "ssm:DeleteParameter"], {
                  "Fn::Sub": `arn:aws:ssm:${place}:parameter/lectern/\${Stage}/*`,
                }),
                allow(
                  ["cloudfront:CreatePublicKey", "cloudfront:DeletePublicKey", "cloudfront:GetPublicKey"],
                  "*",
                ),
                allow(["cloudfront:ListPublicKeys"], "*"),
                allow(["lambda:InvokeFunction"], {
                  "Fn::Sub": `arn:aws:lambda:${place}:function:lectern-\${Stage}-JobsSnapshotCatalogHandlerFunction:*`,
                }),
                allow(
                  ["s3:PutObject"],
                  ["releases", "cms"].map((folder) => ({
                    "Fn::Sub": `arn:aws:s3:::\${FilesBucket}/${folder}/*`,
                  })),
                ),
              ],
            },
          },
        ],
      },
    },
    SetupFunction: {
      Type: "AWS::Lambda::Function",
      Properties: {
        FunctionName: { "Fn::Sub": "lectern-${Stage}-Setup" },
        Description:
          "Asked by the stack: secrets, keys, files of the admin, the first snapshot and the note of a release",
        Architectures: ["arm64"],
        Runtime: "nodejs24.x",
        Handler: "handler.handler",
        Code: bundleAt(setupKey),
        MemorySize: 512,
        Timeout: setupSeconds,
        Role: { "Fn::GetAtt": ["SetupRole", "Arn"] },
        LoggingConfig: { LogFormat: "JSON", LogGroup: { Ref: "SetupLog" } },
      },
    },
  };
};

/** The custom resources of the stack. */
const asking = (
  functions: TemplateResources,
  versions: ReadonlyMap<string, string>,
  { version, setupKey }: ReleasedTemplate,
): TemplateResources => {
  const told = Object.keys(stackParameters).filter((name) => !/^(Stage|Artefact\w+)$/.test(name));
  const snapshot = "JobsSnapshotCatalogHandlerFunction";
  return {
    Settings: custom("Settings", {
      Region: { Ref: "AWS::Region" },
      Parameters: Object.fromEntries(told.map((name) => [name, { Ref: name }])),
      InDigest: partOfDigest.filter((name) => name !== "Stage"),
      // Checked again by each release, which may have other rules.
      Release: setupKey,
    }),
    ProxySecrets: custom("ProxySecrets", { Generation: { Ref: "ProxySecretGeneration" } }),
    SigningKeys: custom("SigningKeys", { Generation: { Ref: "DownloadKeyGeneration" } }),
    FirstSnapshot: custom("FirstSnapshot", {
      FunctionName: { "Fn::Sub": `lectern-\${Stage}-${snapshot}` },
      FunctionVersion: { "Fn::GetAtt": [versions.get(snapshot)!, "Version"] },
    }),
    AdminFiles: custom("AdminFiles", {
      Bucket: { Ref: "FilesBucket" },
      // The files are in the bundle of this function.
      Release: setupKey,
    }),
    ReleaseRecord: custom(
      "ReleaseRecord",
      {
        Bucket: { Ref: "FilesBucket" },
        Table: { Ref: "TableTable" },
        Version: version,
        Functions: [...versions].toSorted().map(([id, of]) => versionByName(functions[id]!, of)),
      },
      { DependsOn: ["FirstSnapshot", "AdminFiles"] },
    ),
  };
};

/** Such as `lectern-production-RootFunction=7`. */
const versionByName = ({ Properties, Condition }: TemplateResource, version: string): TemplateValue => {
  const { "Fn::Sub": name } = Properties.FunctionName as { readonly "Fn::Sub": string };
  const said = { "Fn::Sub": `${name}=\${${version}.Version}` };
  return Condition ? { "Fn::If": [Condition, said, noValue] } : said;
};

/**
 * The resources of a stage with bundles, versions of functions, and what the stack asks its own function. Table
 * and bucket remain when the stack goes.
 */
export const completeResources = (
  merged: TemplateResources,
  released: ReleasedTemplate,
): TemplateResources => {
  const resources: Record<string, TemplateResource> = {};
  const versions = new Map<string, string>();
  for (const [id, resource] of Object.entries(merged)) {
    if (resource.Type !== "AWS::Lambda::Function") {
      resources[id] = resource;
      continue;
    }
    const { made, versionId, version } = versioned(id, withBundle(resource, released.keyOfBundle));
    resources[id] = made;
    resources[versionId] = version;
    versions.set(id, versionId);
  }
  const stays = { DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" };
  resources.TableTable = { ...resources.TableTable!, ...stays, Condition: "HasOwnTable" };
  resources.FilesBucket = { ...resources.FilesBucket!, ...stays };
  Object.assign(resources, setupResources(released.setupKey), asking(resources, versions, released));
  return versionsNamed(resources, versions);
};

/** Gives references such as `RootFunctionVersion.Version` the id of the version that this release has. */
const versionsNamed = (
  resources: TemplateResources,
  versions: ReadonlyMap<string, string>,
): TemplateResources => {
  const rename = (value: TemplateValue): TemplateValue => {
    if (typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(rename);
    const object = value as Readonly<Record<string, TemplateValue>>;
    const [asked] = Array.isArray(object["Fn::GetAtt"]) ? object["Fn::GetAtt"] : [];
    const own = versions.get(String(asked).replace(/Version$/, ""));
    if (own !== undefined) return { "Fn::GetAtt": [own, "Version"] };
    return Object.fromEntries(Object.entries(object).map(([key, each]) => [key, rename(each)]));
  };
  return Object.fromEntries(
    Object.entries(resources).map(([id, resource]) => [
      id,
      { ...resource, Properties: rename(resource.Properties) as TemplateResource["Properties"] },
    ]),
  );
};
