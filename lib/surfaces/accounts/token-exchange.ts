import type { Request } from "#lib/http/request.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import {
  accessTokenType,
  subjectTokenTypes,
  type TokenExchange,
  tokenExchangeGrant,
} from "#lib/routes/token.ts";

/** The token to be exchanged, and the scopes that are wanted; undefined: all that there are. */
interface WantedExchange {
  readonly token: string;
  readonly scopes: readonly string[] | undefined;
}

/** The token and type in a form (contract#token-exchange). A parameter without a value counts as none. */
export const subjectTokenIn = (
  {
    grant_type: grant,
    subject_token: token,
    subject_token_type: type = "",
    requested_token_type: requested,
    scope,
    actor_token: actor,
  }: TokenExchange,
  { body }: Pick<Request, "body">,
): WantedExchange => {
  refuseRepeats(new URLSearchParams(body.toString()));
  if (!grant) throw wrong("The parameter grant_type is missing.");
  if (grant !== tokenExchangeGrant) throw new Refusal("unsupported_grant_type");
  if (!token) throw wrong("The parameter subject_token is missing.");
  if (!subjectTokenTypes.includes(type))
    throw wrong(`The parameter subject_token_type has to be one of ${subjectTokenTypes.join(" ")}`);
  if (requested && requested !== accessTokenType)
    throw wrong(`The only requested_token_type is ${accessTokenType}`);
  if (actor) throw wrong("There is no delegation: leave actor_token out.");
  return { token, scopes: scope ? [...new Set(scope.split(" ").filter((name) => name !== ""))] : undefined };
};

/** RFC 6749 forbids them, since readers may differ in which one counts. */
export const refuseRepeats = (form: URLSearchParams): void => {
  const seen = new Set<string>();
  for (const name of form.keys()) {
    if (seen.has(name) && !mayRepeat.has(name)) throw wrong("A parameter is there more than once.");
    seen.add(name);
  }
};

/** Parameters that say where a token will be used (RFC 8693). They mean nothing here. */
const mayRepeat: ReadonlySet<string> = new Set(["resource", "audience"]);

const wrong = (detail: string): Refusal => new Refusal("invalid_token_request", { detail });
