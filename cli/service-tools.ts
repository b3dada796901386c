import pLimit from "p-limit";
import * as z from "zod";
import type { Connection } from "#cli/publish/client.ts";
import type { ToolWork } from "#lib/agents/agent-server.ts";
import { callTools } from "#lib/routes/mcp.ts";
import { PlainError } from "#local/plain-error.ts";

/** An answer of the protocol, or a refusal of the service. */
const answered = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
  detail: z.string().optional(),
});

/** A pipe may bring hundreds at once; a service on one machine refuses what more than sixteen ask. */
const callsAtOnce = 4;

/** Longer than any route of the service works. */
const timeoutMs = 40_000;

/** The tools of a service. Throws a {@link PlainError} if it cannot be reached, or refuses the token. */
export const serviceTools = ({ url, token }: Connection): ToolWork => {
  const address = `${url.replace(/\/+$/, "")}${callTools.path}`;
  const ask = async (method: string, params: object) => {
    const answer = await fetch(address, {
      method: "POST",
      redirect: "manual",
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause) =>
      Promise.reject(new PlainError(`${url} cannot be reached; is the service running?`, { cause })),
    );
    if (answer.status === 401)
      throw new PlainError(`${url} refuses the token: it is unknown or has expired.`);
    if (answer.status === 403)
      throw new PlainError(`${url} refuses the token: its user has no admin access.`);
    const message = answered.safeParse(await answer.json().catch(() => undefined)).data;
    if (message?.result) return message.result;
    const reason = (answer.status === 503 && message?.detail) || "is it the address of Lectern?";
    throw new PlainError(message?.error?.message ?? `${url} answered ${answer.status}; ${reason}`);
  };
  const turns = pLimit(callsAtOnce);
  return {
    list: async () => (await ask("tools/list", {})) as Awaited<ReturnType<ToolWork["list"]>>,
    call: ({ name, arguments: given }) =>
      turns(
        async () =>
          (await ask("tools/call", { name, arguments: given })) as Awaited<ReturnType<ToolWork["call"]>>,
      ),
  };
};
