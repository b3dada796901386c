import type { Principal } from "#lib/access/principal.ts";
import type { Request } from "./request.ts";

const maxClientLength = 100;

/** What a request is sent with: its token's name, or else its `User-Agent` (contract#revision-client). */
export const savingClient = (
  { token }: Pick<Principal, "token">,
  { headers }: Pick<Request, "headers">,
): string | undefined => {
  const name = token?.name ?? headers["user-agent"] ?? "";
  return name === "" ? undefined : [...name].slice(0, maxClientLength).join("");
};
