import {
  isObject,
  noValue,
  type TemplateObject,
  type TemplateResource,
  type TemplateResources,
  type TemplateValue,
} from "./template-value.ts";

interface Differing {
  readonly condition: string;
  readonly holds: boolean;
  /** What of the deployment differs: two variants of one setting may change one value. */
  readonly setting: string;
  readonly resources: TemplateResources;
}

/**
 * The resources of the fullest stage, with a condition where a variant lacks one, and `Fn::If` where a value
 * differs. Throws where two variants change one value so that the template could not tell what holds with
 * both.
 */
export const mergedVariants = (
  full: TemplateResources,
  differing: readonly Differing[],
): Record<string, TemplateResource> => {
  const merged: Record<string, TemplateResource> = { ...full };
  const settings = new Map(differing.map(({ condition, setting }) => [condition, setting]));
  for (const { condition, holds, setting, resources } of differing) {
    const added = Object.keys(resources).filter((id) => !(id in full));
    if (added.length > 0) throw new Error(`Only without ${condition} there is ${added.join(", ")}.`);
    for (const [id, whole] of Object.entries(full)) {
      const other = resources[id];
      const now = merged[id]!;
      if (other === undefined) {
        if (holds || now.Condition) throw new Error(`${id} would need more than one condition.`);
        merged[id] = { ...now, Condition: condition };
        continue;
      }
      if (other.Type !== whole.Type) throw new Error(`${id} has another type in a variant of ${condition}.`);
      const choose: Choose = (current, variant, place) => {
        // What another setting has chosen would be lost in one of the two cases.
        const [chosen] = isObject(current) && Array.isArray(current["Fn::If"]) ? current["Fn::If"] : [];
        if (chosen !== undefined && settings.get(chosen as string) !== setting)
          throw new Error(`${place} depends on ${condition} and on ${chosen}.`);
        return { "Fn::If": holds ? [condition, variant, current] : [condition, current, variant] };
      };
      const properties = mergedObject(now.Properties, whole.Properties, other.Properties, choose, id);
      merged[id] = { ...now, Properties: properties };
    }
  }
  return merged;
};

type Choose = (current: TemplateValue, variant: TemplateValue, place: string) => TemplateValue;

const mergedObject = (
  now: TemplateObject,
  full: TemplateObject,
  variant: TemplateObject,
  choose: Choose,
  place: string,
): TemplateObject => {
  const keys = new Set([...Object.keys(now), ...Object.keys(variant)]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      mergedValue(
        now[key] ?? noValue,
        full[key] ?? noValue,
        variant[key] ?? noValue,
        choose,
        `${place}.${key}`,
      ),
    ]),
  );
};

const mergedValue = (
  now: TemplateValue,
  full: TemplateValue,
  variant: TemplateValue,
  choose: Choose,
  place: string,
): TemplateValue => {
  if (isSame(full, variant)) return now;
  if (Array.isArray(full) && Array.isArray(variant) && Array.isArray(now) && full.length === variant.length)
    return full.map((each, index) =>
      mergedValue(now[index]!, each, variant[index]!, choose, `${place}.${index}`),
    );
  if (isPlain(full) && isPlain(variant) && isPlain(now))
    return mergedObject(now, full, variant, choose, place);
  if (!isSame(now, full) && isPlain(now)) throw new Error(`${place} depends on two settings at once.`);
  return choose(now, variant, place);
};

/** An object of the template's own, and not one that CloudFormation is asked. */
const isPlain = (value: TemplateValue): value is TemplateObject =>
  isObject(value) && !Object.keys(value).some((key) => key === "Ref" || key.startsWith("Fn::"));

const isSame = (one: TemplateValue, other: TemplateValue): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (value: TemplateValue): TemplateValue => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]): [string, TemplateValue] => [key, sorted(each)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
};
