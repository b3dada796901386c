import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { awsComplaint } from "#cli/aws-complaint.ts";
import { PlainError } from "#local/plain-error.ts";

/** The parameter in which a deployment writes its outputs (`stacks/kept-outputs.ts`). */
export const outputsParameter = (stage: string): string => `/lectern/${stage}/outputs`;

const shape = z.object({
  /** Missing from what release 0.2.0 has deployed. */
  stage: z.optional(z.string()),
  /** The address of the site. */
  url: z.string(),
  table: z.string(),
  bucket: z.string(),
});

export type StageOutputs = z.output<typeof shape>;

/**
 * The outputs of the last deployment of a stage: from this folder, if it was deployed from here last, else
 * from the account, so that any checkout will do. Cost: at most one request. Throws a {@link PlainError} if
 * neither knows the stage, and passes on AWS's errors about missing credentials.
 */
export const stageOutputs = async (stage: string, sstFolder = ".sst"): Promise<StageOutputs> => {
  const last = await outputsOfFolder(sstFolder);
  if (last && isOf(last, stage)) return last;
  const { readJsonParameter } = await import("./parameters.ts");
  const found = await readJsonParameter(outputsParameter(stage), shape).catch((error: Error) => {
    if (awsComplaint(error)) throw error;
    throw unknownStage(stage, `AWS does not say where its data is (${error.name}: ${error.message}).`);
  });
  if (found) return found;
  throw unknownStage(stage, "it was not deployed from this folder, nor in this account and region.");
};

const isOf = ({ stage: itsStage, bucket }: StageOutputs, stage: string): boolean =>
  itsStage === undefined ? bucket.startsWith(`lectern-${stage}-`) : itsStage === stage;

const unknownStage = (stage: string, reason: string): PlainError =>
  new PlainError(
    `The stage ${stage} is unknown: ${reason} Name its account and region with AWS_PROFILE and AWS_REGION, deploy it with npx sst deploy --stage ${stage}, or set TABLE_NAME and BUCKET_NAME.`,
  );

/**
 * The outputs in the folder; undefined for text that no deployment writes: the next one writes the file
 * again.
 */
const outputsOfFolder = async (sstFolder: string): Promise<StageOutputs | undefined> => {
  try {
    return shape.parse(JSON.parse(await readFile(join(sstFolder, "outputs.json"), "utf8")));
  } catch {
    return undefined;
  }
};
