import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";

/** A write of a transaction, with its condition. Only the store makes these. */
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
