import { hash } from "node:crypto";
import { namesIn } from "./added-resources.ts";
import { stackConditions, stackParameters, type TemplateParameter } from "./parameters.ts";
import type { TemplateObject, TemplateResource, TemplateResources, TemplateValue } from "./template-value.ts";

export interface Template {
  readonly AWSTemplateFormatVersion: "2010-09-09";
  readonly Description: string;
  readonly Parameters?: Readonly<Record<string, TemplateParameter>>;
  readonly Conditions?: Readonly<Record<string, TemplateObject>>;
  readonly Resources: TemplateResources;
  readonly Outputs?: Readonly<Record<string, TemplateObject>>;
}

/** The limits of AWS for each template. */
export const limits = { resources: 500, parameters: 200, outputs: 200, bytes: 1_000_000 } as const;

interface StackKind {
  readonly name: string;
  readonly has: (id: string, resource: TemplateResource) => boolean;
  readonly description: string;
}

const isType = (...types: readonly string[]) => {
  const pattern = new RegExp(`^(${types.join("|")})$`);
  return (_: string, { Type }: TemplateResource) => pattern.test(Type);
};

const ofApi =
  (api: string) =>
  (_: string, { Type, Properties }: TemplateResource): boolean =>
    /^AWS::ApiGatewayV2::(Integration|Route)$/.test(Type) &&
    (Properties.ApiId as { Ref?: string }).Ref === api;

/**
 * The nested stacks, in the order in which they are made: each begins when all before it are done, so that
 * versions are there before the first snapshot, and that before any alias moves. A resource is in the first
 * one that has it.
 */
const stacks: readonly StackKind[] = [
  {
    name: "Base",
    description: "table, files, logs, APIs, keys and secrets",
    has: (id, resource) =>
      /^Setup/.test(id) ||
      isType(
        "AWS::DynamoDB::Table",
        "AWS::S3::.*",
        "AWS::Logs::LogGroup",
        "AWS::ApiGatewayV2::Api",
        "AWS::Lambda::LayerVersion",
        "Custom::Lectern(Settings|ProxySecrets|SigningKeys)",
      )(id, resource),
  },
  { name: "Web", description: "CloudFront", has: isType("AWS::CloudFront::.*") },
  { name: "Roles", description: "the rights of functions", has: isType("AWS::IAM::Role") },
  {
    name: "FunctionsOfEditors",
    description: "functions of editors and their versions",
    has: (id, resource) =>
      /^(Editor|Admin)/.test(id) && isType("AWS::Lambda::(Function|Version)")(id, resource),
  },
  {
    name: "Functions",
    description: "all other functions and their versions",
    has: isType("AWS::Lambda::(Function|Version)"),
  },
  {
    name: "Release",
    description: "the first snapshot, the files of the admin, and the note of the release",
    has: isType("Custom::Lectern(FirstSnapshot|AdminFiles|ReleaseRecord)"),
  },
  {
    name: "Aliases",
    description: "what is live of each function, and who may call it",
    has: isType("AWS::Lambda::(Alias|Permission)"),
  },
  { name: "Routes", description: "the routes of the API", has: ofApi("ApiApi") },
  { name: "HeadRoutes", description: "the routes of HEAD", has: ofApi("HeadApiApi") },
  { name: "Rest", description: "schedules, limits, alarms and what lectern --stage reads", has: () => true },
];

/** The table of the stage is one of two, and whoever uses it need not know. */
const tableOf = (attribute: string): TemplateValue | undefined => {
  if (attribute === "Ref")
    return { "Fn::If": ["HasExistingTable", { Ref: "ExistingTable" }, { Ref: "TableTable" }] };
  const stream = { "Fn::GetAtt": ["TableTable", "StreamArn"] };
  return { "Fn::If": ["HasExistingTable", { Ref: "ExistingTableStreamArn" }, stream] };
};

interface Draft {
  readonly resources: Record<string, TemplateResource>;
  readonly parameters: Map<string, TemplateValue>;
  readonly outputs: Map<string, TemplateObject>;
}

/** The name under which a stack gives another what it has made. */
const passedName = (id: string, attribute: string): string => id + (attribute === "Ref" ? "Name" : attribute);

/**
 * The templates by their file names: `template.json`, and those that it nests, whose names have a digest of
 * what they are. So the address of one changes if and only if it does, and none replaces another.
 */
export const nestedStacks = (
  resources: TemplateResources,
  version: string,
): Readonly<Record<string, Template>> => {
  const stackOf = new Map(
    Object.entries(resources).map(([id, resource]) => [
      id,
      stacks.find(({ has }) => has(id, resource))!.name,
    ]),
  );
  const drafts = new Map(
    stacks.map(({ name }): [string, Draft] => [
      name,
      { resources: {}, parameters: new Map(), outputs: new Map() },
    ]),
  );

  /** What one stack takes from another, or from the parameters of the whole. */
  const pass = (into: string, id: string, attribute: string): TemplateValue => {
    const from = stackOf.get(id);
    const name = passedName(id, attribute);
    const { outputs } = drafts.get(from!)!;
    const { Condition } = resources[id]!;
    const isTable = id === "TableTable";
    outputs.set(name, {
      Value: isTable
        ? tableOf(attribute)!
        : attribute === "Ref"
          ? { Ref: id }
          : { "Fn::GetAtt": [id, attribute] },
      ...(Condition && !isTable && { Condition }),
    });
    const made = { "Fn::GetAtt": [from!, `Outputs.${name}`] };
    drafts
      .get(into)!
      .parameters.set(name, Condition && !isTable ? { "Fn::If": [Condition, made, ""] } : made);
    return { Ref: name };
  };

  const localized = (into: string, value: TemplateValue): TemplateValue => {
    if (typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((each) => localized(into, each));
    const object = value as TemplateObject;
    const isElsewhere = (id: string) => stackOf.has(id) && (stackOf.get(id) !== into || id === "TableTable");
    if ("Ref" in object && isElsewhere(String(object.Ref))) return passed(into, String(object.Ref), "Ref");
    if ("Fn::GetAtt" in object) {
      const [id = "", attribute = ""] = object["Fn::GetAtt"] as readonly string[];
      return isElsewhere(id) ? passed(into, id, attribute) : object;
    }
    if ("Fn::Sub" in object) {
      const text = String(object["Fn::Sub"]).replace(
        /\$\{([A-Za-z0-9]+)(?:\.(\w+))?\}/g,
        (whole, id: string, attribute = "Ref") => {
          if (!isElsewhere(id)) return whole;
          const made = passed(into, id, attribute) as { readonly Ref?: string };
          return `\${${made.Ref}}`;
        },
      );
      return { "Fn::Sub": text };
    }
    return Object.fromEntries(Object.entries(object).map(([key, each]) => [key, localized(into, each)]));
  };

  const passed = (into: string, id: string, attribute: string): TemplateValue => {
    if (stackOf.get(id) !== into) return pass(into, id, attribute);
    throw new Error(`${id} is needed in ${into}, where it is one of two tables.`);
  };

  // Sorted, because the order of a synthesis may differ between two of them.
  for (const [id, resource] of Object.entries(resources).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const into = stackOf.get(id)!;
    drafts.get(into)!.resources[id] = {
      ...resource,
      Properties: localized(into, resource.Properties) as TemplateObject,
    };
  }

  const templates: Record<string, Template> = {};
  const nested: Record<string, TemplateResource> = {};
  for (const [index, { name, description }] of stacks.entries()) {
    const draft = drafts.get(name)!;
    const { template, parameters } = completed(draft, `Lectern ${version}: ${description}`);
    const file = `${name}-${hash("sha256", textOfTemplate(template)).slice(0, 12)}.json`;
    templates[file] = template;
    const before = stacks[index - 1]?.name;
    const waits = before !== undefined && !namesIn(parameters).has(before);
    nested[name] = {
      Type: "AWS::CloudFormation::Stack",
      ...(waits && { DependsOn: before }),
      Properties: {
        TemplateURL: {
          "Fn::Sub": `https://\${ArtefactBucket}.s3.\${AWS::Region}.amazonaws.com/\${ArtefactPrefix}${file}`,
        },
        Parameters: parameters,
      },
    };
  }
  templates["template.json"] = wholeOf(nested, version);
  checkLimits(templates);
  return templates;
};

/** With the parameters and conditions that its resources and outputs need. */
const completed = ({ resources, parameters, outputs }: Draft, Description: string) => {
  const used = new Set([
    ...namesIn(resources as unknown as TemplateValue),
    ...Object.values(resources).flatMap(({ Condition }) => Condition ?? []),
    ...namesIn(Object.fromEntries(outputs)),
    ...[...outputs.values()].flatMap(({ Condition }) => (Condition as string | undefined) ?? []),
  ]);
  const conditions = [...used].filter((name) => name in stackConditions).toSorted();
  for (const name of conditions) for (const each of namesIn(stackConditions[name]!)) used.add(each);
  const own = [...used].filter((name) => name in stackParameters).toSorted();
  const isKnown = (name: string) =>
    name.startsWith("AWS::") ||
    [resources, stackConditions, stackParameters].some((each) => name in each) ||
    parameters.has(name);
  const unknown = [...used].filter((name) => !isKnown(name));
  if (unknown.length > 0) throw new Error(`${Description}: nothing is ${unknown.join(", ")}.`);
  const passedOn = [...parameters.keys()].toSorted();
  const template: Template = {
    AWSTemplateFormatVersion: "2010-09-09",
    Description,
    Parameters: Object.fromEntries([
      ...own.map((name) => [name, { Type: "String" }] as const),
      ...passedOn.map((name) => [name, isSecret(name) ? secret : { Type: "String" }] as const),
    ]) as Readonly<Record<string, TemplateParameter>>,
    ...(conditions.length > 0 && {
      Conditions: Object.fromEntries(conditions.map((name) => [name, stackConditions[name]!])),
    }),
    Resources: resources,
    ...(outputs.size > 0 && { Outputs: Object.fromEntries([...outputs].toSorted()) }),
  };
  return {
    template,
    parameters: Object.fromEntries([
      ...own.map((name) => [name, { Ref: name }] as const),
      ...passedOn.map((name) => [name, parameters.get(name)!] as const),
    ]),
  };
};

const isSecret = (name: string): boolean => name.startsWith("ProxySecrets");

/** What is passed on is the name of a parameter of Systems Manager: outputs of stacks show no secret. */
const secret = { Type: "AWS::SSM::Parameter::Value<String>", NoEcho: true } as const;

const wholeOf = (nested: TemplateResources, version: string): Template => {
  const used = namesIn(nested as unknown as TemplateValue);
  const output = (stack: string, name: string) => ({ Value: { "Fn::GetAtt": [stack, `Outputs.${name}`] } });
  return {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: `Lectern ${version}: a site of blogs and podcasts`,
    Parameters: stackParameters,
    Conditions: Object.fromEntries(Object.entries(stackConditions).filter(([name]) => used.has(name))),
    Resources: nested,
    Outputs: {
      Address: {
        Description: "CloudFront's name of the site",
        ...output("Web", passedName("WebDistribution", "DomainName")),
      },
      Table: output("Base", passedName("TableTable", "Ref")),
      Bucket: output("Base", passedName("FilesBucket", "Ref")),
      Release: {
        Description: "What lectern releases names",
        ...output("Release", passedName("ReleaseRecord", "Description")),
      },
    },
  };
};

const checkLimits = (templates: Readonly<Record<string, Template>>): void => {
  for (const [file, template] of Object.entries(templates)) {
    const { Resources, Parameters = {}, Outputs = {} } = template;
    const counts = {
      resources: Object.keys(Resources).length,
      parameters: Object.keys(Parameters).length,
      outputs: Object.keys(Outputs).length,
      bytes: Buffer.byteLength(textOfTemplate(template)),
    };
    for (const [name, most] of Object.entries(limits)) {
      const count = counts[name as keyof typeof counts];
      if (count > most) throw new Error(`${file} has ${count} ${name}, and CloudFormation takes ${most}.`);
    }
  }
};

/** Without spaces, because a template may have so many bytes. */
export const textOfTemplate = (template: Template): string => `${JSON.stringify(template)}\n`;
