import type { Caller } from "#lib/access/principal.ts";
import type { Account } from "#lib/themes/theme.ts";

/** The hidden field in which a form proves that a page of this site made it (contract#csrf). */
export const proofFields = ({ session }: Pick<Caller, "session">): Readonly<Record<string, string>> =>
  session ? { csrf_token: session.session.csrfToken } : {};

/** Who is signed in in this browser, as pages show it; null for strangers and callers with tokens. */
export const accountOf = ({ principal, session }: Caller): Account | null =>
  principal && session
    ? {
        name: principal.user.username,
        url: "/accounts/password-change/",
        signOut: { address: "/accounts/logout/?next=%2F", kept: proofFields({ session }) },
      }
    : null;
