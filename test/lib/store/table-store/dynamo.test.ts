import { dynamoTable } from "#lib/store/dynamo/dynamo-table.ts";
import { useTable } from "#test/support/table.ts";
import { describeTableStore } from "./suite.ts";

useTable();

describeTableStore("DynamoDB", () => dynamoTable);
