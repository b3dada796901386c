import type * as sdk from "@aws-sdk/lib-dynamodb";
import type { TableOperation } from "./operation-signature.ts";

/** What to ask of DynamoDB. Items are plain objects, as in the commands of the AWS SDK. */
export abstract class TableCommand<Input extends object = object, Output = object> {
  abstract readonly operation: TableOperation;
  readonly input: Input;
  /** The type of the answer; there is no such member. */
  declare readonly output: Output;

  constructor(input: Input) {
    this.input = input;
  }
}

/** The SDK's answers also say of its own attempts. */
type Answer<Output> = Omit<Output, "$metadata">;

/** A command with the name and the types that the SDK has for an operation. */
const tableCommand = <Input extends object, Output>(operation: TableOperation) =>
  class extends TableCommand<Input, Answer<Output>> {
    override readonly operation = operation;
  };

export const BatchGetCommand = tableCommand<sdk.BatchGetCommandInput, sdk.BatchGetCommandOutput>(
  "BatchGetItem",
);
export const BatchWriteCommand = tableCommand<sdk.BatchWriteCommandInput, sdk.BatchWriteCommandOutput>(
  "BatchWriteItem",
);
export const DeleteCommand = tableCommand<sdk.DeleteCommandInput, sdk.DeleteCommandOutput>("DeleteItem");
export const GetCommand = tableCommand<sdk.GetCommandInput, sdk.GetCommandOutput>("GetItem");
export const PutCommand = tableCommand<sdk.PutCommandInput, sdk.PutCommandOutput>("PutItem");
export const QueryCommand = tableCommand<sdk.QueryCommandInput, sdk.QueryCommandOutput>("Query");
export const ScanCommand = tableCommand<sdk.ScanCommandInput, sdk.ScanCommandOutput>("Scan");
export const TransactWriteCommand = tableCommand<
  sdk.TransactWriteCommandInput,
  sdk.TransactWriteCommandOutput
>("TransactWriteItems");
export const UpdateCommand = tableCommand<sdk.UpdateCommandInput, sdk.UpdateCommandOutput>("UpdateItem");
