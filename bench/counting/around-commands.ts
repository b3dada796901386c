import type { TableCommand } from "#lib/store/commands.ts";
import { database } from "#lib/store/database.ts";

/** Something to do around each command that is sent to DynamoDB; `send` sends it. */
type Around = (send: () => Promise<object>, command: TableCommand) => Promise<object>;

/** Does this around the commands of the whole process from now on, until what it gives is called. */
export const aroundCommands = (around: Around): (() => void) => {
  const client = database();
  const before = client.send;
  const send = before.bind(client) as (command: TableCommand) => Promise<object>;
  let isActive = true;
  const mine = (command: TableCommand) => (isActive ? around(() => send(command), command) : send(command));
  Object.assign(client, { send: mine });
  return () => {
    isActive = false;
    // Otherwise another one is around this one.
    if ((client.send as unknown) === mine) Object.assign(client, { send: before });
  };
};
