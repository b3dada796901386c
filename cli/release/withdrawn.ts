import { readParameter, writeParameter } from "#cli/stage/parameters.ts";
import { withdrawnParameter } from "#lib/store/release-record.ts";

/** A parameter has room for 4 KB. */
const kept = 100;

/** A parameter cannot be empty. */
const none = "none";

/** The ids of the releases that the stage went back from. */
export const readWithdrawn = async (stage: string): Promise<readonly string[]> => {
  const text = (await readParameter(withdrawnParameter(stage))) ?? none;
  return text.split(" ").filter((id) => id !== none);
};

/** Notes them. The parameter has a new version also if they are the same. */
export const writeWithdrawn = (stage: string, ids: readonly string[]): Promise<void> =>
  writeParameter(
    withdrawnParameter(stage),
    ids.slice(-kept).join(" ") || none,
    "Releases that lectern rollback went back from",
  );
