import type { EngineRequest, Fault } from "./proxy.ts";

/** The operation that a request asks of DynamoDB. */
export const askedOperation = ({ headers }: Pick<EngineRequest, "headers">): string =>
  String(headers["x-amz-target"]).replace(/^.*\./, "");

const answering =
  (status: number, type: string, more: object = {}): Fault =>
  ({ answer }) =>
    answer({
      status,
      headers: { "content-type": "application/x-amz-json-1.0" },
      body: Buffer.from(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...more })),
    });

export const throttled = answering(400, "ProvisionedThroughputExceededException", {
  message: "The level of configured provisioned throughput for the table was exceeded.",
});

export const brokenDown = answering(500, "InternalServerError", { message: "The request has failed." });

/** What a write meets while a transaction has its item. */
export const conflict: Fault = (exchange) => {
  const { TransactItems } = JSON.parse(exchange.request.body.toString()) as { TransactItems?: unknown[] };
  const CancellationReasons = TransactItems?.map((_, index) => ({
    Code: index === 0 ? "TransactionConflict" : "None",
  }));
  const message = "Transaction is ongoing for the item";
  return TransactItems
    ? answering(400, "TransactionCanceledException", { message, CancellationReasons })(exchange)
    : answering(400, "TransactionConflictException", { message })(exchange);
};

type Keys = readonly object[];

/** A batch of which half is left out, and a query that ends after two items, as DynamoDB may at any time. */
export const lessThanAsked: Fault = async ({ request, forward, answer }) => {
  const asked = JSON.parse(request.body.toString());
  if (askedOperation(request) === "Query") {
    const Limit = Math.min(asked.Limit ?? 2, 2);
    return answer(await forward(Buffer.from(JSON.stringify({ ...asked, Limit }))));
  }
  const [table] = Object.keys(asked.RequestItems ?? {});
  const { Keys = [], ...rest } = (asked.RequestItems?.[table!] ?? {}) as { Keys?: Keys };
  if (Keys.length < 2) return answer(await forward());
  const half = Math.ceil(Keys.length / 2);
  const some = { RequestItems: { [table!]: { Keys: Keys.slice(0, half), ...rest } } };
  const given = await forward(Buffer.from(JSON.stringify(some)));
  const body = JSON.parse(given.body.toString());
  const UnprocessedKeys = { [table!]: { Keys: Keys.slice(half), ...rest } };
  const { "x-amz-crc32": _, ...headers } = given.headers;
  answer({ ...given, headers, body: Buffer.from(JSON.stringify({ ...body, UnprocessedKeys })) });
};
