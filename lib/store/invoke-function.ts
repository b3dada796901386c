import type { LambdaClient } from "@aws-sdk/client-lambda";

let client: LambdaClient | undefined;

/**
 * Calls another function and gives its answer. Throws if it fails, or if the signal aborts first. The client
 * is loaded with the first call, because it is larger than the rest of a function.
 */
export const invokeFunction = async (name: string, event: object, signal: AbortSignal): Promise<unknown> => {
  const { InvokeCommand, LambdaClient: Client } = await import("@aws-sdk/client-lambda");
  client ??= new Client();
  const command = new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) });
  const { FunctionError, Payload } = await client.send(command, { abortSignal: signal });
  const answer = Payload?.transformToString() ?? "";
  if (FunctionError) throw new Error(`The function ${name} failed: ${answer.slice(0, 300)}`);
  return JSON.parse(answer);
};
