import type { TableOperation } from "#lib/store/dynamo/signed-exchange.ts";
import type { WireValue } from "#lib/store/dynamo/wire-values.ts";
import { tableDescription } from "#lib/store/table.ts";

/** What IAM decides about: an action, and what a request says of its items. */
export interface AskedOfTable {
  readonly action: string;
  readonly "dynamodb:LeadingKeys": readonly string[];
  readonly "dynamodb:Attributes": readonly string[];
  /** Of a read of one item. */
  readonly "dynamodb:Select"?: readonly string[];
}

/** As the service writes it, or in DynamoDB's JSON. */
type Value = string | WireValue;
type Values = Readonly<Record<string, Value>>;

/** Members of inputs, and of the parts of a transaction. */
interface AboutItem {
  readonly Key?: Values;
  readonly Item?: Values;
  readonly KeyConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Values;
}

type Input = AboutItem & {
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Values[] }>>;
  readonly TransactItems?: readonly Readonly<Record<string, AboutItem>>[];
};

/**
 * What IAM decides about before an operation: once for all items of a batch, and in a transaction once for
 * all items that it puts, and for those that it updates, deletes and checks.
 */
export const askedOfTable = (operation: TableOperation, input: object): AskedOfTable[] => {
  // It is about all partitions, and names none.
  if (operation === "Scan") return [asked(operation, [])];
  const { RequestItems, TransactItems, ...one }: Input = input;
  if (operation === "GetItem") {
    const select = one.ProjectionExpression === undefined ? "ALL_ATTRIBUTES" : "SPECIFIC_ATTRIBUTES";
    return [asked(operation, [one], { "dynamodb:Select": [select] })];
  }
  if (RequestItems)
    return [
      asked(
        operation,
        Object.values(RequestItems).flatMap(({ Keys }) => Keys.map((Key) => ({ Key }))),
      ),
    ];
  if (!TransactItems) return [asked(operation, [one])];
  const parts = TransactItems.flatMap((part) => Object.entries(part));
  const byKind = Object.groupBy(parts, ([kind]) => kind);
  return Object.entries(byKind).map(([kind, those = []]) =>
    asked(
      `${kind}Item`,
      those.map(([, item]) => item),
    ),
  );
};

const asked = (
  action: string,
  items: readonly AboutItem[],
  besides: Pick<AskedOfTable, "dynamodb:Select"> = {},
): AskedOfTable => ({
  ...besides,
  action: `dynamodb:${action}`,
  "dynamodb:LeadingKeys": unique(items.map(partitionOf)),
  // Few conditions are about them.
  get "dynamodb:Attributes"() {
    return unique(items.flatMap(attributesOf));
  },
});

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

const partitionOf = ({
  Key,
  Item,
  KeyConditionExpression = "",
  ExpressionAttributeValues,
}: AboutItem): string => {
  const [, placeholder = ""] = /^pk = (:\w+)/.exec(KeyConditionExpression) ?? [];
  const key = (Key ?? Item)?.[tableDescription.partitionKey] ?? ExpressionAttributeValues?.[placeholder];
  const partition = typeof key === "string" ? key : key?.S;
  if (partition === undefined) throw new Error(`A request names no partition: ${KeyConditionExpression}`);
  return partition;
};

/** Words of expressions that name no attribute. */
const words = new Set(
  "SET REMOVE ADD DELETE AND OR NOT BETWEEN IN if_not_exists list_append size contains begins_with".split(
    " ",
  ),
);

/** The attributes that are named at the top level of an item, in its key and in expressions. */
const attributesOf = ({
  Key,
  Item,
  KeyConditionExpression = "",
  UpdateExpression = "",
  ConditionExpression = "",
  ProjectionExpression = "",
  ExpressionAttributeNames = {},
}: AboutItem): string[] => {
  const expressions = [
    KeyConditionExpression,
    UpdateExpression,
    ConditionExpression,
    ProjectionExpression,
  ].join(" ");
  const named = (expressions.match(/(?<![.:\w#])(#\w+|[A-Za-z_]\w*)/g) ?? [])
    .filter((word) => !words.has(word) && !/^attribute_(not_)?(exists|type)$/.test(word))
    .map((name) => ExpressionAttributeNames[name] ?? name);
  return [...Object.keys({ ...Key, ...Item }), ...named];
};
