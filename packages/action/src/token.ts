import * as z from "zod/mini";
import type { ActionInputs, Environment } from "./inputs.ts";
import { exchangeIdToken, PlainError, Refusal, send, Unreachable } from "./lectern.ts";
import type { Runner } from "./runner.ts";

const signedToken = z.object({ value: z.string() });

/**
 * The token to publish with: the input, or the one that the service gives in exchange for the job's own.
 * Undefined if there is neither. It is masked before anything else is done with it.
 */
export const findToken = async (
  { url, audience, token }: Pick<ActionInputs, "url" | "audience" | "token">,
  { ACTIONS_ID_TOKEN_REQUEST_URL: issuer, ACTIONS_ID_TOKEN_REQUEST_TOKEN: permit }: Environment,
  runner: Runner,
): Promise<string | undefined> => {
  const masked = (secret: string): string => {
    runner.mask(secret);
    return secret;
  };
  if (token !== undefined) return masked(token);
  if (!issuer || !permit) return undefined;
  const idToken = masked(await idTokenOfJob(issuer, permit, audience));
  return masked(await exchangeIdToken(url, idToken));
};

const idTokenOfJob = async (issuer: string, permit: string, audience: string): Promise<string> => {
  const address = new URL(issuer);
  address.searchParams.set("audience", audience);
  const headers = { accept: "application/json", authorization: `Bearer ${permit}` };
  const request = { url: address.href, method: "GET", headers, isRepeatable: true };
  const { body } = await send(request).catch((error: unknown) => {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    throw new PlainError(`GitHub gives this job no OIDC token: ${error.message}`, { cause: error });
  });
  const answer = signedToken.safeParse(body);
  if (answer.data) return answer.data.value;
  throw new PlainError("GitHub gives this job no OIDC token: its answer has none.");
};
