import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { withdrawnParameter } from "#lib/store/release-record.ts";

/** A parameter has room for 4 KB. */
const kept = 100;

/** The ids of the releases that the stage went back from. */
export const readWithdrawn = async (stage: string, client = new SSMClient()): Promise<readonly string[]> => {
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: withdrawnParameter(stage) }));
    return (Parameter?.Value ?? "").split(" ").filter((id) => id !== none);
  } catch (error) {
    if (error instanceof ParameterNotFound) return [];
    throw error;
  }
};

/** Notes them. The parameter has a new version also if they are the same. */
export const writeWithdrawn = async (
  stage: string,
  ids: readonly string[],
  client = new SSMClient(),
): Promise<void> => {
  await client.send(
    new PutParameterCommand({
      Name: withdrawnParameter(stage),
      Description: "Releases that lectern rollback went back from",
      Type: "String",
      Value: ids.slice(-kept).join(" ") || none,
      Overwrite: true,
    }),
  );
};

/** A parameter cannot be empty. */
const none = "none";
