import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { config } from "#lib/config.ts";
import { database } from "#lib/store/client.ts";
import { tableDescription } from "#lib/store/table.ts";

const creationSeconds = 60;

/**
 * Creates the table on the configured engine when it is missing; returns when it can be used.
 *
 * An existing table stays as it is. Costs one request when there is one, four when there is none.
 */
export const ensureTable = async (tableName: string = config.tableName()): Promise<void> => {
  if (await tableExists(tableName)) return;
  const { partitionKey, sortKey, expiry } = tableDescription;
  const client = database();
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [partitionKey, sortKey].map((name) => ({
        AttributeName: name,
        AttributeType: "S",
      })),
      KeySchema: [
        { AttributeName: partitionKey, KeyType: "HASH" },
        { AttributeName: sortKey, KeyType: "RANGE" },
      ],
    }),
  );
  await waitUntilTableExists({ client, minDelay: 1, maxWaitTime: creationSeconds }, { TableName: tableName });
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: expiry, Enabled: true },
    }),
  );
};

/** True when the configured engine has the table. */
export const tableExists = async (tableName: string = config.tableName()): Promise<boolean> => {
  try {
    await database().send(new DescribeTableCommand({ TableName: tableName }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
};
