import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";

/** One write of a transaction, with its condition; made by the store's own files only. */
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
