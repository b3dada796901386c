import {
  DeleteParameterCommand,
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
} from "@aws-sdk/client-ssm";

const nameIn = (stage: string, name: string): string => `/lectern/${stage}/${name}`;

/** A parameter of a stage, and how often it was written; undefined if there is none. */
export const storedParameter = async (stage: string, name: string) => {
  try {
    const found = await new SSMClient({}).send(
      new GetParameterCommand({ Name: nameIn(stage, name), WithDecryption: true }),
    );
    return { value: found.Parameter?.Value ?? "", version: found.Parameter?.Version ?? 0 };
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
};

interface NewParameter {
  readonly type: "String" | "SecureString";
  readonly description: string;
}

/** The value of a parameter, which is made once. */
export const keptParameter = async (
  stage: string,
  name: string,
  { type, description }: NewParameter,
  make: () => string,
): Promise<string> => {
  const found = await storedParameter(stage, name);
  if (found) return found.value;
  const Value = make();
  await new SSMClient({}).send(
    new PutParameterCommand({ Name: nameIn(stage, name), Value, Type: type, Description: description }),
  );
  return Value;
};

export const removeStored = async (stage: string, name: string): Promise<void> => {
  try {
    await new SSMClient({}).send(new DeleteParameterCommand({ Name: nameIn(stage, name) }));
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
  }
};
