/// <reference path="../.sst/platform/config.d.ts" />
import { outputsParameter, type StageOutputs } from "#cli/stage/stage-outputs.ts";

type Value = $util.Input<string | $util.Output<string>>;

/** Writes a stage's outputs down in the account, so that `--stage` works in every checkout. Gives them. */
export const keepOutputs = <Outputs extends { [Name in keyof StageOutputs]-?: Value }>(
  outputs: Outputs,
): Outputs => {
  new aws.ssm.Parameter("Outputs", {
    name: outputsParameter($app.stage),
    description: "Where lectern --stage finds the site and its data",
    type: "String",
    value: $jsonStringify(outputs),
  });
  return outputs;
};
