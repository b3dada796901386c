import type { Template } from "#release/template/nested-stacks.ts";
import type { TemplateObject, TemplateValue } from "#release/template/template-value.ts";

export interface EvaluatedResource {
  readonly stack: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: as many shapes as AWS has kinds of resources.
  readonly properties: any;
}

type Values = Readonly<Record<string, unknown>>;

const none = Symbol("AWS::NoValue");

/**
 * What a stack of nested templates would have with these parameters: CloudFormation's functions are done, and
 * what a resource is known by is its id and attribute, such as `«TableTable.Ref»`.
 */
export const evaluatedTemplate = (
  templates: Readonly<Record<string, Template>>,
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, EvaluatedResource> => {
  const root = templates["template.json"]!;
  for (const name of Object.keys(given))
    if (!root.Parameters?.[name]) throw new Error(`${name} is no parameter.`);
  const parameters = Object.fromEntries(
    Object.entries(root.Parameters ?? {}).map(([name, { Default }]) => {
      const value = given[name] ?? Default;
      if (value === undefined) throw new Error(`${name} has no value.`);
      return [name, value];
    }),
  );
  const outputs = new Map<string, Values>();
  const found = new Map<string, EvaluatedResource>();
  // In the order of the stacks, so that what one takes from another is there.
  for (const [stack, { Properties }] of Object.entries(root.Resources)) {
    const nested = templates[nestedFile(Properties)]!;
    const passed = evaluator(root, parameters, outputs).value(Properties.Parameters!) as Values;
    const declared = Object.keys(nested.Parameters ?? {}).toSorted();
    if (declared.join() !== Object.keys(passed).toSorted().join())
      throw new Error(`${stack} takes other parameters than it gets.`);
    const { value, holds } = evaluator(nested, passed, new Map());
    for (const [id, resource] of Object.entries(nested.Resources)) {
      if (!holds(resource.Condition)) continue;
      found.set(id, { stack, type: resource.Type, properties: value(resource.Properties) });
    }
    const made = Object.entries(nested.Outputs ?? {}).filter(([, output]) =>
      holds(output.Condition as string),
    );
    outputs.set(stack, Object.fromEntries(made.map(([name, output]) => [name, value(output.Value!)])));
  }
  return found;
};

/** The file behind the address of a nested stack. */
export const nestedFile = ({ TemplateURL }: TemplateObject): string =>
  (TemplateURL as { readonly "Fn::Sub": string })["Fn::Sub"].split("}").at(-1)!;

const pseudo: Values = {
  "AWS::Region": "eu-central-1",
  "AWS::AccountId": "123456789012",
  "AWS::NoValue": none,
};

const evaluator = (template: Template, parameters: Values, outputs: ReadonlyMap<string, Values>) => {
  const holds = (condition: string | undefined): boolean => {
    if (condition === undefined) return true;
    const expression = template.Conditions?.[condition];
    if (!expression) throw new Error(`${condition} is no condition.`);
    return value(expression) === true;
  };
  const named = (name: string): unknown => {
    if (name in pseudo) return pseudo[name];
    if (name in parameters) return parameters[name];
    if (name in template.Resources) return `«${name}.Ref»`;
    throw new Error(`${name} is neither a parameter nor a resource.`);
  };
  const attribute = (id: string, name: string): unknown => {
    if (!(id in template.Resources)) throw new Error(`${id} is no resource.`);
    const output = /^Outputs\.(.*)$/.exec(name)?.[1];
    if (output === undefined) return `«${id}.${name}»`;
    const made = outputs.get(id)?.[output];
    if (made === undefined) throw new Error(`${id} has no output ${output}.`);
    return made;
  };
  const substituted = (text: string): string =>
    text
      .replace(/\$\{([\w:]+)(?:\.([\w.]+))?\}/g, (_, name: string, of?: string) =>
        String(of === undefined ? named(name) : attribute(name, of)),
      )
      .replaceAll("${!", "${");

  const functions: Readonly<Record<string, (argument: never) => unknown>> = {
    Ref: (name: string) => named(name),
    "Fn::GetAtt": ([id, of]: readonly [string, string]) => attribute(id, of),
    "Fn::Sub": substituted,
    "Fn::If": ([condition, yes, no]: readonly [string, TemplateValue, TemplateValue]) =>
      value(holds(condition) ? yes : no),
    "Fn::Not": ([one]: readonly [TemplateValue]) => value(one) !== true,
    "Fn::Or": (all: readonly TemplateValue[]) => all.some((each) => value(each) === true),
    "Fn::Equals": ([one, other]: readonly [TemplateValue, TemplateValue]) => value(one) === value(other),
    "Fn::Split": ([by, text]: readonly [string, TemplateValue]) => String(value(text)).split(by),
  };

  const value = (given: TemplateValue): unknown => {
    if (typeof given !== "object") return given;
    if (Array.isArray(given)) return given.map(value).filter((each) => each !== none);
    const object = given as TemplateObject;
    const [key = ""] = Object.keys(object);
    if (key === "Ref" || key.startsWith("Fn::")) {
      const run = functions[key];
      if (!run) throw new Error(`${key} is not known here.`);
      return run(object[key] as never);
    }
    const members = Object.entries(object).map(([name, each]) => [name, value(each)] as const);
    return Object.fromEntries(members.filter(([, each]) => each !== none));
  };
  return { value, holds };
};
