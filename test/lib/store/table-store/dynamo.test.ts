import { dynamoTable } from "#lib/store/dynamo/dynamo-table.ts";
import { useTable } from "#test/support/table.ts";
import { testEqualAnswers } from "./equal-answers.ts";
import { describeTableStore } from "./suite.ts";

useTable();

describeTableStore("DynamoDB", () => dynamoTable);

testEqualAnswers("the engine of the run");
