import { type StartedSession, sessionSeconds } from "#lib/access/sessions.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import type { AccessForm } from "#lib/themes/page-parts.ts";
import { type PageFrame, type ServicePage, servicePage } from "./page-frame.ts";

/** The content of the form: the address it leads to, the name from the last attempt, and its problem. */
export interface SignInForm extends Pick<AccessForm, "wrong"> {
  readonly next: string;
  readonly username?: string;
  readonly problem?: string;
}

export const signInPage = (
  frame: PageFrame,
  { next, username = "", problem = "", wrong }: SignInForm,
): ServicePage => {
  const cursor = { autofocus: true } as const;
  const name = { name: "username", label: "Username", type: "text", autocomplete: "username" } as const;
  const password = {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
  } as const;
  return servicePage(frame, {
    title: "Sign in",
    text: "",
    form: {
      address: "/accounts/login/",
      problem,
      wrong,
      inputs:
        username === ""
          ? [{ ...name, ...cursor }, password]
          : [
              { ...name, value: username },
              { ...password, ...cursor },
            ],
      hidden: { next },
      button: "Sign in",
    },
  });
};

/** Sends people to sign in, and back to the address that they asked for. */
export const signInReply = (request: Pick<Request, "path" | "query">): Reply<string> => {
  const next = comingBack(request);
  const headers = { location: signInAddress(next), ...privateHeaders, ...windowHeaders(next) };
  return new Reply("", { status: 302, headers });
};

/** Sends people to sign in whose session has ended since they were shown a form, and back to its page. */
export const signInAgain = (path: string): Reply<undefined> =>
  new Reply(undefined, { status: 303, headers: { location: signInAddress(path), ...windowHeaders(path) } });

const signInAddress = (next: string): string => `/accounts/login/?${new URLSearchParams({ next })}`;

/**
 * The headers of all answers on the way through the page that asks for access. Hosted assistants open it in
 * a window of their own and wait for that, which the usual policy would part from them for good.
 */
export const agentWindowHeaders = { "cross-origin-opener-policy": "unsafe-none" } as const;

/** Those headers for what leads to the page that asks for access; none for what leads elsewhere. */
export const windowHeaders = (next: string): Readonly<Record<string, string>> =>
  next.startsWith(agentPaths.authorize) ? agentWindowHeaders : {};

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

const cookies = (origin: string, secret: string, csrfToken: string, seconds: number): string[] => {
  const common = `Path=/; Max-Age=${seconds}; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}`;
  return [`sessionid=${secret}; HttpOnly; ${common}`, `csrftoken=${csrfToken}; ${common}`];
};

/** A session's cookies: `sessionid`, hidden from scripts, and `csrftoken`, which they send back. */
export const sessionCookies = (origin: string, { secret, session }: StartedSession): string[] =>
  cookies(origin, secret, session.csrfToken, sessionSeconds);

/** Cookies that end the session in the browser. */
export const endedCookies = (origin: string): string[] => cookies(origin, "", "", 0);

const site = "https://lectern.invalid";

/** The path, encoded for a header, if it stays on this site, else `/`: a form must not lead elsewhere. */
export const localPath = (path: string): string => {
  const address = path.startsWith("/") ? URL.parse(path, site) : null;
  // `/.//elsewhere` is on this site, but becomes `//elsewhere`, which is not.
  if (address?.origin !== site || address.pathname.startsWith("//")) return "/";
  return `${address.pathname}${address.search}${address.hash}`;
};

/** The address after a form for a password: `next` on this site, with `password=wrong` after a wrong one. */
export const afterPassword = (next: string, isRight: boolean): string => {
  const { pathname, searchParams, hash } = new URL(localPath(next), "https://lectern.invalid");
  searchParams.delete("password");
  if (!isRight) searchParams.set("password", "wrong");
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}${hash}`;
};
