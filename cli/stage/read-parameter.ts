import { GetParameterCommand, ParameterNotFound, SSMClient, type SSMClientConfig } from "@aws-sdk/client-ssm";
import type * as z from "zod/mini";

/** The JSON of a parameter of this account and region; undefined if there is none. Cost: one request. */
export const readParameter = async <Value>(
  Name: string,
  shape: z.ZodMiniType<Value>,
  config: SSMClientConfig = {},
): Promise<Value | undefined> => {
  try {
    const { Parameter } = await new SSMClient(config).send(new GetParameterCommand({ Name }));
    return shape.parse(JSON.parse(Parameter?.Value ?? ""));
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
};
