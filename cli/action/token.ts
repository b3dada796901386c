import * as z from "zod/mini";
import { requestTo } from "#client/connection.ts";
import { Refusal, Unreachable } from "#client/refusal.ts";
import { type Answer, type OneRequest, send } from "#client/send.ts";
import { exchangeForToken, subjectTokenTypes, tokenExchangeGrant } from "#lib/routes/token.ts";
import { PlainError } from "#local/plain-error.ts";
import type { ActionInputs, Environment } from "./inputs.ts";
import type { Runner } from "./runner.ts";

const signedToken = z.object({ value: z.string() });
const issuedToken = z.object({ access_token: z.string() });

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
  const subject = masked(await tokenOfJob(issuer, permit, audience));
  return masked(await exchange(url, subject, audience));
};

const tokenOfJob = async (issuer: string, permit: string, audience: string): Promise<string> => {
  const address = new URL(issuer);
  address.searchParams.set("audience", audience);
  const headers = { accept: "application/json", authorization: `Bearer ${permit}` };
  const request = { url: address.href, method: "GET", headers, isRepeatable: true };
  const { body } = await sent(request, (reason) => `GitHub gives this job no OIDC token: ${reason}`);
  const answer = signedToken.safeParse(body);
  if (answer.data) return answer.data.value;
  throw new PlainError("GitHub gives this job no OIDC token: its answer has none.");
};

const exchange = async (url: string, subject: string, audience: string): Promise<string> => {
  const form = new URLSearchParams({
    grant_type: tokenExchangeGrant,
    subject_token: subject,
    subject_token_type: subjectTokenTypes[0]!,
  });
  const { method, path } = exchangeForToken;
  const request = requestTo({ base: url, token: undefined }, method, path, { form });
  const { body } = await sent(
    { ...request, isRepeatable: true },
    (reason) =>
      `${url} gives this job no token (${reason}). Its manifest has to trust the issuer ` +
      `https://token.actions.githubusercontent.com for the audience ${audience}, with claims that this job has.`,
  );
  const answer = issuedToken.safeParse(body);
  if (answer.data) return answer.data.access_token;
  throw new PlainError(`${url} does not answer as Lectern does; is the address right?`);
};

const sent = async (request: OneRequest, complaint: (reason: string) => string): Promise<Answer> => {
  try {
    return await send(request);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    throw new PlainError(complaint(error.message), { cause: error });
  }
};
