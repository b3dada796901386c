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

export class BatchGetCommand extends TableCommand<
  sdk.BatchGetCommandInput,
  Answer<sdk.BatchGetCommandOutput>
> {
  override readonly operation = "BatchGetItem";
}

export class BatchWriteCommand extends TableCommand<
  sdk.BatchWriteCommandInput,
  Answer<sdk.BatchWriteCommandOutput>
> {
  override readonly operation = "BatchWriteItem";
}

export class DeleteCommand extends TableCommand<sdk.DeleteCommandInput, Answer<sdk.DeleteCommandOutput>> {
  override readonly operation = "DeleteItem";
}

export class GetCommand extends TableCommand<sdk.GetCommandInput, Answer<sdk.GetCommandOutput>> {
  override readonly operation = "GetItem";
}

export class PutCommand extends TableCommand<sdk.PutCommandInput, Answer<sdk.PutCommandOutput>> {
  override readonly operation = "PutItem";
}

export class QueryCommand extends TableCommand<sdk.QueryCommandInput, Answer<sdk.QueryCommandOutput>> {
  override readonly operation = "Query";
}

export class ScanCommand extends TableCommand<sdk.ScanCommandInput, Answer<sdk.ScanCommandOutput>> {
  override readonly operation = "Scan";
}

export class TransactWriteCommand extends TableCommand<
  sdk.TransactWriteCommandInput,
  Answer<sdk.TransactWriteCommandOutput>
> {
  override readonly operation = "TransactWriteItems";
}

export class UpdateCommand extends TableCommand<sdk.UpdateCommandInput, Answer<sdk.UpdateCommandOutput>> {
  override readonly operation = "UpdateItem";
}
