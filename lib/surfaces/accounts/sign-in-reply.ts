import { privateHeaders, Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";

/** Sends people to sign in, and back to the address that they asked for. */
export const signInReply = (request: Pick<Request, "path" | "query">): Reply<string> => {
  const location = `/accounts/login/?${new URLSearchParams({ next: comingBack(request) })}`;
  return new Reply("", { status: 302, headers: { location, ...privateHeaders } });
};

/** The longest `next` that forms accept. */
const maxAddressLength = 2048;

/** The address of a request, for forms that lead back to it; `/` if it is too long. */
export const comingBack = ({ path, query }: Pick<Request, "path" | "query">): string => {
  const others = new URLSearchParams(query);
  others.delete("password");
  const address = encodeURI(path);
  const whole = others.size > 0 ? `${address}?${others}` : address;
  return [whole, address].find(({ length }) => length <= maxAddressLength) ?? "/";
};
