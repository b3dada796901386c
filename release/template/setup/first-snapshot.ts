import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { SetUp } from "./set-up.ts";

/**
 * Has the job store a snapshot in the form of the release before any alias moves (stacks/snapshots.ts). A
 * stack that goes back to the release before, whose snapshots are still there, needs none: versions only grow.
 */
export const firstSnapshot: SetUp = {
  make: async ({ ResourceProperties, OldResourceProperties }) => {
    const { FunctionName, FunctionVersion } = ResourceProperties;
    if (Number(FunctionVersion) < Number(OldResourceProperties?.FunctionVersion ?? 0)) return {};
    // Sent again, the job would run beside itself.
    const { FunctionError, Payload } = await new LambdaClient({ maxAttempts: 1 }).send(
      new InvokeCommand({
        FunctionName: `${FunctionName}:${FunctionVersion}`,
        Payload: JSON.stringify({ isDeployment: true }),
      }),
    );
    if (FunctionError)
      throw new Error(
        `The first snapshot has failed: ${Buffer.from(Payload ?? [])
          .toString()
          .slice(0, 500)}`,
      );
    return {};
  },
};
