import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";

let client: LambdaClient | undefined;

/**
 * What another function answers to an event. Throws when it failed, and when it has not answered before the
 * signal's abort.
 */
export const invokeFunction = async (name: string, event: object, signal: AbortSignal): Promise<unknown> => {
  client ??= new LambdaClient();
  const command = new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) });
  const { FunctionError, Payload } = await client.send(command, { abortSignal: signal });
  const answer = Payload?.transformToString() ?? "";
  if (FunctionError) throw new Error(`The function ${name} failed: ${answer.slice(0, 300)}`);
  return JSON.parse(answer);
};
