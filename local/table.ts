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
import { getItem } from "#lib/store/client.ts";
import { sdkClient } from "#lib/store/dynamo/sdk-client.ts";
import { raiseFormat } from "#lib/store/raise-format.ts";
import { keys, tableDescription } from "#lib/store/table.ts";
import { formatOf, NewerFormat, tableFormat } from "#lib/store/table-format.ts";
import { PlainError } from "./plain-error.ts";

const creationSeconds = 60;

/** Creates the table if it is missing, ready for use. Two requests if it exists, else five. */
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

/** Raises the table's format to this version's. Throws a {@link PlainError} if it is newer. One request. */
export const requireFormat = (): Promise<void> => raiseFormat().catch(refuseNewer);

/** The same for a deployed table, which only a deployment raises, before its functions change. */
export const requireDeployedFormat = async (own = tableFormat): Promise<void> => {
  const item = await getItem(keys.siteVersion());
  if (formatOf(item) > own) throw new PlainError(new NewerFormat(formatOf(item)).message);
  if (item && formatOf(item) < own)
    throw new PlainError(
      `The data of the stage have format ${formatOf(item)}, and this version of Lectern writes format ${own}: deploy this version of Lectern first.`,
    );
};

const refuseNewer = (error: unknown): never => {
  throw error instanceof NewerFormat ? new PlainError(error.message, { cause: error }) : error;
};

export const tableExists = async (name: string = tableName()): Promise<boolean> => {
  try {
    await sdkClient().send(new DescribeTableCommand({ TableName: name }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
};
