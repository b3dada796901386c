import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { tableName } from "#lib/settings/database.ts";
import { sdkClient } from "#lib/store/dynamo/sdk-client.ts";
import { tableDescription } from "#lib/store/table.ts";

const creationSeconds = 60;

/** Creates the table of an engine if it is missing, ready for use. Two requests if it exists, else five. */
export const ensureTable = async (name: string = tableName()): Promise<void> => {
  if (!(await tableExists(name))) await createTable(name);
  await ensureExpiry(name);
};

const createTable = async (name: string): Promise<void> => {
  const { partitionKey, sortKey } = tableDescription;
  const client = sdkClient();
  const command = new CreateTableCommand({
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [partitionKey, sortKey].map((name) => ({
      AttributeName: name,
      AttributeType: "S",
    })),
    KeySchema: [
      { AttributeName: partitionKey, KeyType: "HASH" },
      { AttributeName: sortKey, KeyType: "RANGE" },
    ],
  });
  await client.send(command).catch((error) => {
    // The SDK repeats a request that failed, such as on a full disk, although it may have been carried out.
    if (!(error instanceof ResourceInUseException)) throw error;
  });
  await waitUntilTableExists({ client, minDelay: 1, maxWaitTime: creationSeconds }, { TableName: name });
};

/** Lets items expire. A separate step, because a process may be killed after creating the table. */
const ensureExpiry = async (TableName: string): Promise<void> => {
  const { TimeToLiveDescription } = await sdkClient().send(new DescribeTimeToLiveCommand({ TableName }));
  const status = TimeToLiveDescription?.TimeToLiveStatus;
  if (status === "ENABLED" || status === "ENABLING") return;
  const TimeToLiveSpecification = { AttributeName: tableDescription.expiry, Enabled: true };
  await sdkClient().send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
};

const tableExists = async (name: string = tableName()): Promise<boolean> => {
  try {
    await sdkClient().send(new DescribeTableCommand({ TableName: name }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
};
