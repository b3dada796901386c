/** The cookies of a session that was just started: `sessionid`, which scripts cannot read, and `csrftoken`, which they send back. */
export const sessionCookies = (
  origin: string,
  secret: string,
  csrfToken: string,
  seconds: number,
): string[] => {
  const common = `Path=/; Max-Age=${seconds}; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}`;
  return [`sessionid=${secret}; HttpOnly; ${common}`, `csrftoken=${csrfToken}; ${common}`];
};

/** The cookies that make a browser forget its session. */
export const endedCookies = (origin: string): string[] => sessionCookies(origin, "", "", 0);
