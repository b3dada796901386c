import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { functionBehind, resourcesOf } from "../deployed.ts";
import type { InvokeFunction } from "../functions/functions.ts";
import { askEngine, tableNameOf } from "../table.ts";

interface StreamRecord {
  readonly eventName: string;
}

/** How a function follows the table: what `aws.lambda.EventSourceMapping` says. */
interface Mapping {
  readonly functionName: string;
  readonly batchSize: number;
  readonly maximumRetryAttempts: number;
  readonly filterCriteria: { readonly filters: readonly { readonly pattern: string }[] };
}

/**
 * Calls the functions that follow the table, with what their filters let through, until the signal. Source:
 * AWS, "Using AWS Lambda with Amazon DynamoDB".
 */
export const followTable = async (
  endpoint: string,
  deployment: Deployment,
  invoke: InvokeFunction,
  signal: AbortSignal,
): Promise<void> => {
  const mappings = resourcesOf(deployment, "aws:lambda/eventSourceMapping:EventSourceMapping");
  const shards = new Shards(endpoint, tableNameOf(deployment));
  while (!signal.aborted) {
    const records = await shards.next();
    await Promise.all(mappings.map(({ inputs }) => deliver(inputs, records, invoke)));
    await pause(100);
  }
};

const deliver = async (
  { functionName, batchSize, maximumRetryAttempts, filterCriteria }: Mapping,
  records: readonly StreamRecord[],
  invoke: InvokeFunction,
): Promise<void> => {
  const patterns = filterCriteria.filters.map(({ pattern }) => JSON.parse(pattern));
  const wanted = records.filter((record) => patterns.some((pattern) => matchesPattern(pattern, record)));
  for (let start = 0; start < wanted.length; start += batchSize) {
    const event = { Records: wanted.slice(start, start + batchSize) };
    for (let left = maximumRetryAttempts; left >= 0; left--) {
      const { failure } = await invoke(functionBehind(functionName), event);
      if (!failure) break;
    }
  }
};

/** A list of a pattern has the values that pass. Source: AWS, "Lambda event filtering". */
const matchesPattern = (pattern: object, value: unknown): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    const found = (value as Record<string, unknown> | undefined)?.[name];
    return Array.isArray(wanted) ? wanted.includes(found) : matchesPattern(wanted, found);
  });

/** What is new in the stream of a table, of all its shards. */
class Shards {
  readonly #endpoint: string;
  readonly #table: string;
  readonly #iterators = new Map<string, string | undefined>();

  constructor(endpoint: string, table: string) {
    this.#endpoint = endpoint;
    this.#table = table;
  }

  async next(): Promise<readonly StreamRecord[]> {
    const about = { TableName: this.#table };
    const { Table } = await askEngine(this.#endpoint, "DynamoDB_20120810.DescribeTable", about);
    const StreamArn = Table.LatestStreamArn;
    const { StreamDescription } = await this.#ask("DescribeStream", { StreamArn });
    for (const { ShardId } of StreamDescription.Shards) {
      if (this.#iterators.has(ShardId)) continue;
      const from = { StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" };
      this.#iterators.set(ShardId, (await this.#ask("GetShardIterator", from)).ShardIterator);
    }
    const found: StreamRecord[] = [];
    for (const [shard, ShardIterator] of this.#iterators) {
      if (ShardIterator === undefined) continue;
      const { Records, NextShardIterator } = await this.#ask("GetRecords", { ShardIterator });
      this.#iterators.set(shard, NextShardIterator);
      found.push(...Records);
    }
    return found;
  }

  #ask(operation: string, input: object) {
    return askEngine(this.#endpoint, `DynamoDBStreams_20120810.${operation}`, input);
  }
}
