import { database, type SentOperation } from "#lib/store/dynamo/send.ts";

/** What is asked of DynamoDB, with plain items as in the AWS SDK. */
export interface SentRequest {
  readonly operation: SentOperation;
  readonly input: object;
}

type Send = (operation: SentOperation, input: object) => Promise<object>;

/** Something to do around each request to DynamoDB; `send` sends it. */
type Around = (send: () => Promise<object>, request: SentRequest) => Promise<object>;

/** Does this around the requests of the whole process from now on, until what it gives is called. */
export const aroundCommands = (around: Around): (() => void) => {
  const before = database.send as Send;
  let isActive = true;
  const mine: Send = (operation, input) => {
    const send = () => before(operation, input);
    return isActive ? around(send, { operation, input }) : send();
  };
  Object.assign(database, { send: mine });
  return () => {
    isActive = false;
    // Otherwise another one is around this one.
    if ((database.send as Send) === mine) Object.assign(database, { send: before });
  };
};
