import { type StartedSession, sessionSeconds } from "#lib/access/started-session.ts";

const cookies = (origin: string, secret: string, csrfToken: string, seconds: number): string[] => {
  const common = `Path=/; Max-Age=${seconds}; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}`;
  return [`sessionid=${secret}; HttpOnly; ${common}`, `csrftoken=${csrfToken}; ${common}`];
};

/** A session's cookies: `sessionid`, hidden from scripts, and `csrftoken`, which they send back. */
export const sessionCookies = (origin: string, { secret, session }: StartedSession): string[] =>
  cookies(origin, secret, session.csrfToken, sessionSeconds);

/** Cookies that end the session in the browser. */
export const endedCookies = (origin: string): string[] => cookies(origin, "", "", 0);
