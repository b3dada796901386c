/** A value in a template: JSON, in which objects with one key such as `Fn::If` are asked of CloudFormation. */
export type TemplateValue =
  | string
  | number
  | boolean
  | readonly TemplateValue[]
  | { readonly [key: string]: TemplateValue };

export type TemplateObject = { readonly [key: string]: TemplateValue };

export interface TemplateResource {
  readonly Type: string;
  readonly Properties: TemplateObject;
  readonly Condition?: string;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export type TemplateResources = Readonly<Record<string, TemplateResource>>;

/** The property is left out. */
export const noValue = { Ref: "AWS::NoValue" } as const;

export const isObject = (value: TemplateValue | undefined): value is TemplateObject =>
  typeof value === "object" && !Array.isArray(value);
