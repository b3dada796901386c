import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import suite, { ofEngines } from "../../vitest.config.ts";
import { availableEngines } from "./programs.ts";

/** What a database engine may change. */
const onDynamoDbLocal = [
  ...["test/api", "test/cli", "test/lib/store", "test/lib/catalog", "test/lib/manifest"],
  "packages/importers/test",
];

/** What an S3 server may change, beside what the tests of the API store. */
const onVersitygw = ["test/lib/files/**/*.test.ts"];

/**
 * `npm run test:engines`: tests of the suite on Amazon's DynamoDB Local, which needs Java 17 and Maven, and
 * with files on versitygw, which needs Go. Those that need any engine run on dynoxide where there is no Java.
 */
export default defineConfig(async () => {
  const available = await availableEngines();
  if (!available.dynamoDbLocal)
    console.log("Java 17 or Maven is not installed: no tests are run on DynamoDB Local.");
  if (!available.versitygw) console.log("Go is not installed: no tests are run on versitygw.");
  const include = [
    ...ofEngines,
    ...(available.dynamoDbLocal ? onDynamoDbLocal.map((folder) => `${folder}/**/*.test.ts`) : []),
    ...(available.versitygw ? onVersitygw : []),
  ];
  return {
    test: {
      ...suite.test,
      // DynamoDB Local takes more CPU than dynoxide: with more tests at once, each would wait longer for it.
      maxWorkers: availableParallelism(),
      testTimeout: 600_000,
      globalSetup: ["test/engines/start.ts"],
      include,
      exclude: [],
    },
  };
});
