import { startLectern } from "./lectern.ts";

/** What `lectern catalog verify` complains of, of a data directory that no service uses. */
export const catalogProblems = async (data: string): Promise<string[]> => {
  const { status, printed } = await startLectern("catalog", "verify", `--data=${data}`).ended;
  return status === 0 ? [] : [`lectern catalog verify: ${printed}`];
};
