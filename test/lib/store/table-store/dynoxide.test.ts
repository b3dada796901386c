import { dynamoTable } from "#lib/store/dynamo/dynamo-table.ts";
import { useTable } from "#test/support/table.ts";
import { testEqualAnswers } from "./equal-answers.ts";
import { describeTableStore } from "./suite.ts";

// The other tests of `npm run test:engines` use DynamoDB Local.
Object.assign(process.env, { DYNAMODB_ENDPOINT: process.env.DYNOXIDE_ENDPOINT, IS_DYNAMODB_LOCAL: "" });

useTable();

describeTableStore("dynoxide", () => dynamoTable);

testEqualAnswers("dynoxide");
