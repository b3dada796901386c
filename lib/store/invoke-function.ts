import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";

let client: LambdaClient | undefined;

/** Calls another function and gives its answer. Throws if it fails, or if the signal aborts first. */
export const invokeFunction = async (name: string, event: object, signal: AbortSignal): Promise<unknown> => {
  client ??= new LambdaClient();
  const command = new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) });
  const { FunctionError, Payload } = await client.send(command, { abortSignal: signal });
  const answer = Payload?.transformToString() ?? "";
  if (FunctionError) throw new Error(`The function ${name} failed: ${answer.slice(0, 300)}`);
  return JSON.parse(answer);
};
