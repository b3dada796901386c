import {
  DeleteParameterCommand,
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
  type SSMClientConfig,
} from "@aws-sdk/client-ssm";
import type * as z from "zod/mini";

/** Parameters of Systems Manager in this account and region, where a deployment describes its stage. */

/** Reads a parameter; undefined if there is none of that name. Cost: one request, as for all of these. */
export const readParameter = async (
  Name: string,
  config: SSMClientConfig = {},
): Promise<string | undefined> => {
  try {
    const { Parameter } = await new SSMClient(config).send(new GetParameterCommand({ Name }));
    return Parameter?.Value ?? "";
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
};

/** Reads a parameter with JSON. */
export const readJsonParameter = async <Value>(
  name: string,
  shape: z.ZodMiniType<Value>,
  config?: SSMClientConfig,
): Promise<Value | undefined> => {
  const text = await readParameter(name, config);
  return text === undefined ? undefined : shape.parse(JSON.parse(text));
};

/** The parameter has a new version also if its value is the same. */
export const writeParameter = async (Name: string, Value: string, Description: string): Promise<void> => {
  await new SSMClient({}).send(
    new PutParameterCommand({ Name, Value, Description, Type: "String", Overwrite: true }),
  );
};

export const removeParameter = async (Name: string): Promise<void> => {
  await new SSMClient({}).send(new DeleteParameterCommand({ Name }));
};
