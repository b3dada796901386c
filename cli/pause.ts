import { pauseStage, resumeStage } from "#cli/pause/pause-stage.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, requiredStage } from "./arguments.ts";
import { awsComplaint } from "./aws-complaint.ts";
import { aligned, counted, printJson, printLines, type RunCommand } from "./output.ts";

const options = { stage: { type: "string" }, json: { type: "boolean", default: false } } as const;

/** `lectern pause`: the emergency switch of a deployed stage. */
export const pause: RunCommand = async (args, { stdout }) => {
  const own = { ...options, "keep-cache": { type: "boolean", default: false } } as const;
  const { json, stage, "keep-cache": keepsCache } = parseArguments(args, own, []);
  const name = requiredStage(stage, "the name of the stage");
  const { pause: paused, parts } = await orPlainly("pause", name, () => pauseStage(name, { keepsCache }));
  if (json) printJson(stdout, { stage: name, paused: { since: paused.since }, closed: paused.isClosed });
  else
    printLines(stdout, [
      `The stage ${name} has been paused since ${paused.since}: no function runs.`,
      ...aligned([
        ["API Gateway", parts.apis.join(", "), "lets no request through"],
        ["CloudFront", parts.distribution, webOf(paused.isClosed)],
        ["Lambda", counted(parts.jobs.length, "job"), "do not run; what is due waits"],
      ]),
      `Deployments of the stage are refused until: npx lectern resume --stage ${name}`,
    ]);
  return 0;
};

const webOf = (isClosed: boolean): string =>
  isClosed
    ? "answers 503 to everybody, everywhere after some minutes"
    : "answers with what it keeps: files, feeds, and pages where they are shared; else 429";

/** `lectern resume`: ends the pause of a stage. */
export const resume: RunCommand = async (args, { stdout }) => {
  const { json, stage } = parseArguments(args, options, []);
  const name = requiredStage(stage, "the name of the stage");
  const ended = await orPlainly("resume", name, () => resumeStage(name));
  if (json) printJson(stdout, { stage: name, paused: null, was_paused: ended !== undefined });
  else
    printLines(stdout, [
      ended
        ? `The stage ${name} runs again, as before its pause of ${ended.pause.since}. CloudFront knows it everywhere after some minutes.`
        : `The stage ${name} is not paused.`,
    ]);
  return 0;
};

/** Says in a line what AWS refuses or does not answer, and what to do, because the work may be half done. */
const orPlainly = async <Result>(
  command: string,
  stage: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlainError || !(error instanceof Error) || awsComplaint(error)) throw error;
    throw new PlainError(
      `AWS refused a part of it (${error.name}: ${error.message}), so the work may be half done. Mend the cause, and run npx lectern ${command} --stage ${stage} again.`,
    );
  }
};
