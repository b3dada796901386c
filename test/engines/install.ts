/** Downloads and builds what `npm run test:engines` starts, which otherwise does so itself. */
import { installDynamoDbLocal } from "./dynamodb-local.ts";
import { installDynoxide } from "./dynoxide.ts";
import { availableEngines } from "./programs.ts";
import { installVersitygw } from "./versitygw.ts";

const available = await availableEngines();
await Promise.all([
  installDynoxide(),
  available.dynamoDbLocal && installDynamoDbLocal(),
  available.versitygw && installVersitygw(),
]);
