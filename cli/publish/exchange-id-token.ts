import * as z from "zod/mini";
import { requestTo } from "#client/connection.ts";
import { Refusal, Unreachable } from "#client/refusal.ts";
import { send } from "#client/send.ts";
import { certain } from "#lib/certain.ts";
import { exchangeForToken, subjectTokenTypes, tokenExchangeGrant } from "#lib/routes/token.ts";
import { PlainError } from "#local/plain-error.ts";
import { unlikeLectern } from "./client.ts";

const issued = z.object({ access_token: z.string() });

/** Exchanges the OIDC token of a CI job for a token of the service. Throws a {@link PlainError}. */
export const exchangeIdToken = async (url: string, idToken: string): Promise<string> => {
  const form = new URLSearchParams({
    grant_type: tokenExchangeGrant,
    subject_token: idToken,
    subject_token_type: certain(subjectTokenTypes[0]),
  });
  const { method, path } = exchangeForToken;
  const request = requestTo({ base: url.replace(/\/+$/, ""), token: undefined }, method, path, { form });
  const { body } = await send({ ...request, isRepeatable: true }).catch((error: unknown) => {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    throw new PlainError(
      `${url} gives this job no token (${error.message}). The oidc list of its manifest has to trust the issuer ` +
        "of the job's OIDC token, the audience of that token, and claims that it has.",
      { cause: error },
    );
  });
  const answer = issued.safeParse(body);
  if (answer.data) return answer.data.access_token;
  throw new PlainError(unlikeLectern(url));
};
