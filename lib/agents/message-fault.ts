import { INVALID_REQUEST } from "@modelcontextprotocol/server";

/** The answer of JSON-RPC to a message that is refused. Its id is null if that of the message can be none. */
export const refusedMessage = (message: unknown, code: number, reason: string): string => {
  const { id } = (message ?? {}) as { readonly id?: unknown };
  return JSON.stringify({
    jsonrpc: "2.0",
    id: typeof id === "string" || typeof id === "number" ? id : null,
    error: { code, message: reason },
  });
};

/** No argument of a tool nests as deeply; what reads and writes messages calls itself at each level. */
const maxDepth = 100;

/** The answer to a message that is nested too deeply; undefined for others. */
export const refusedDepth = (message: unknown): string | undefined => {
  let level = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth)
      return refusedMessage(
        message,
        INVALID_REQUEST,
        `The message is nested deeper than ${maxDepth} levels; nest it less.`,
      );
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return undefined;
};
