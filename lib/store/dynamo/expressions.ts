import type { WriteCondition } from "#lib/store/port/condition.ts";
import type { Attributes, ItemChanges } from "#lib/store/port/table-store.ts";

/** The members of a request by which its expressions name attributes and values. */
export interface PlaceholderMembers {
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Attributes;
}

/** Gives placeholders for the attributes and values of one request: some names are words of DynamoDB. */
export const newPlaceholders = () => {
  const names = new Map<string, string>();
  const values: unknown[] = [];
  const nameOf = (name: string): string => {
    const known = names.get(name) ?? `#${names.size}`;
    names.set(name, known);
    return known;
  };
  return {
    /** Of an attribute, which may have dots in its name. */
    name: nameOf,
    path: (path: string): string => path.split(".").map(nameOf).join("."),
    value: (value: unknown): string => `:${values.push(value) - 1}`,
    /** What was named so far. */
    members: (): PlaceholderMembers => ({
      ...(names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries(
          [...names].map(([name, placeholder]) => [placeholder, name]),
        ),
      }),
      ...(values.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(values.map((value, index) => [`:${index}`, value])),
      }),
    }),
  };
};

type NewPlaceholders = ReturnType<typeof newPlaceholders>;

const signs = { equal: "=", below: "<", atMost: "<=", above: ">", atLeast: ">=" } as const;

/** The ConditionExpression of a condition. */
export const conditionExpression = (condition: WriteCondition, given: NewPlaceholders): string => {
  switch (condition.test) {
    case "absent":
      return `attribute_not_exists(${given.path(condition.path)})`;
    case "present":
      return `attribute_exists(${given.path(condition.path)})`;
    case "sizeBelow":
      return `size(${given.path(condition.path)}) < ${given.value(condition.value)}`;
    case "contains":
      return `contains(${given.path(condition.path)}, ${given.value(condition.value)})`;
    case "all":
      // AND binds its parts closer than OR.
      return condition.of
        .map((part) =>
          part.test === "any" ? `(${conditionExpression(part, given)})` : conditionExpression(part, given),
        )
        .join(" AND ");
    case "any":
      return condition.of.map((part) => conditionExpression(part, given)).join(" OR ");
    default:
      return `${given.path(condition.path)} ${signs[condition.test]} ${given.value(condition.value)}`;
  }
};

/** The UpdateExpression of changes. */
export const updateExpression = (changes: ItemChanges, given: NewPlaceholders): string => {
  const { set = {}, add = {}, take = {}, remove = [] } = changes;
  const pairs = (values: Readonly<Attributes>, sign: string): readonly string[] =>
    Object.keys(values)
      .filter((name) => values[name] !== undefined)
      .map((name) => `${given.name(name)}${sign}${given.value(values[name])}`);
  const clauses = {
    SET: pairs(set, " = "),
    ADD: pairs(add, " "),
    DELETE: pairs(take, " "),
    REMOVE: remove.map(given.name),
  };
  return Object.entries(clauses)
    .filter(([, parts]) => parts.length > 0)
    .map(([word, parts]) => `${word} ${parts.join(", ")}`)
    .join(" ");
};
