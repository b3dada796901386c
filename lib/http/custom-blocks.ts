import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { config } from "#lib/config.ts";

let complained = false;

/** The site's custom blocks; none, and one line in the log of each process, when their setting is wrong (decisions §10). */
export const customBlocks = (): CustomBlocks | undefined => {
  try {
    return config.postBodyBlocks();
  } catch (error) {
    complain((error as Error).message);
    return undefined;
  }
};

const complain = (message: string): void => {
  if (complained) return;
  complained = true;
  process.stderr.write(`${JSON.stringify({ level: "error", error: message })}\n`);
};
