import { readPause, type StagePause } from "#cli/pause/stage-parameters.ts";
import { credentialsOfSst } from "./sst-credentials.ts";

/**
 * Ends the deployment of a stage that is paused, because it would lift a part of the pause without a word: it
 * writes limits and functions as if there was none. Where a pause cannot be read, this says so, and the
 * deployment goes on.
 */
export const requireNotPaused = async (
  stage: string,
  region: string,
  read: () => Promise<StagePause | undefined> = () =>
    readPause(stage, { region, maxAttempts: 2, ...credentialsOfSst() }),
): Promise<void> => {
  const pause = await read().catch((error: Error) => {
    console.warn(`Whether the stage is paused cannot be read: ${error.message.split("\n")[0]}`);
    return undefined;
  });
  if (pause)
    throw new Error(
      `The deployment cannot begin.\n- The stage ${stage} has been paused since ${pause.since}: run npx lectern resume --stage ${stage} first`,
    );
};
