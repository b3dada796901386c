import { CreateTableCommand, DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { openDataDirectory } from "#local/data-directory.ts";
import { startEngine } from "#local/engine.ts";

/**
 * A program for tests that kill it: `node engine-writer.ts DIRECTORY NAME` writes the items `NAME-1`,
 * `NAME-2` … to the table `writes`, eight at a time, without end, and prints the id of each acknowledged one.
 */
const [path, name] = process.argv.slice(2);
const directory = await openDataDirectory(path);
const engine = await startEngine({ directory });
const client = new DynamoDBClient({
  endpoint: engine.endpoint,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  maxAttempts: 1,
});

await client
  .send(
    new CreateTableCommand({
      TableName: "writes",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    }),
  )
  .catch((error: Error) => {
    if (error.name !== "ResourceInUseException") throw error;
  });

let count = 0;
const writeOn = async (): Promise<never> => {
  for (;;) {
    const id = `${name}-${++count}`;
    await client.send(new PutItemCommand({ TableName: "writes", Item: { id: { S: id } } }));
    process.stdout.write(`${id}\n`);
  }
};
// Tests end the engine.
await Promise.all(Array.from({ length: 8 }, writeOn)).catch(() => process.exit(1));
