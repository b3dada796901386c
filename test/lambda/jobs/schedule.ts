import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";
import { functionBehind, resourcesOf } from "../deployed.ts";
import type { InvokeFunction } from "../functions/functions.ts";

/** Calls each function that has a schedule once, as EventBridge's Scheduler does at its time. */
export const runSchedules = async (deployment: Deployment, invoke: InvokeFunction): Promise<void> => {
  for (const { inputs } of resourcesOf(deployment, "aws:scheduler/schedule:Schedule"))
    await invoke(functionBehind(inputs.target.arn), JSON.parse(inputs.target.input));
};

/** Does what a deployment itself calls. Throws if a function fails, which would end the deployment. */
export const runInvocations = async (deployment: Deployment, invoke: InvokeFunction): Promise<void> => {
  for (const resource of resourcesOf(deployment, "aws:lambda/invocation:Invocation"))
    await runInvocation(resource, invoke);
};

export const runInvocation = async ({ name, inputs }: Resource, invoke: InvokeFunction): Promise<void> => {
  const { failure, text } = await invoke(functionBehind(inputs.functionName), JSON.parse(inputs.input));
  if (failure) throw new Error(`The deployment ends at ${name}: ${failure}, ${text}`);
};
