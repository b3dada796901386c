import type { Caller } from "#lib/access/principal.ts";
import { maxOpenSessions, type OpenSession, shownSessionId } from "#lib/access/sessions.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { ownFeedsPath } from "#lib/site/private-feed.ts";
import type { AccessForm, FormSection, FormSectionLine } from "#lib/themes/page-parts.ts";
import { type PageFrame, proofFields, type ServicePage, servicePage } from "./page-frame.ts";

/** The hidden fields of a form for a password: what it opens, and where to return to. */
export const lockedFields = (
  locked: { readonly page: number } | { readonly collection: number },
  next: string,
): Readonly<Record<string, string>> =>
  "page" in locked ? { page: String(locked.page), next } : { collection: String(locked.collection), next };

/** The form for the password of a page or collection. */
export const passwordFormPage = (
  frame: PageFrame,
  hidden: Readonly<Record<string, string>>,
  problem = "",
  wrong?: readonly string[],
): ServicePage =>
  servicePage(frame, {
    title: "Password needed",
    text:
      "collection" in hidden
        ? "This file belongs to a collection with a password."
        : "This page has a password.",
    form: {
      address: "/accounts/password/",
      problem,
      wrong,
      inputs: [
        {
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          autofocus: true,
        },
      ],
      hidden,
      button: "Go on",
    },
  });

interface Shown extends Pick<AccessForm, "wrong"> {
  readonly problem?: string;
  readonly isChanged?: boolean;
  /** True if programs may ask people of the site for access. */
  readonly hasAgents?: boolean;
  /** The user's sessions; absent if a problem has to be shown. */
  readonly sessions?: readonly OpenSession[];
}

/** The form by which people change their own password, and their sessions (contract#password-change). */
export const passwordChangePage = (
  frame: PageFrame,
  caller: Pick<Caller, "session">,
  { problem = "", wrong, isChanged = false, hasAgents = false, sessions }: Shown,
): ServicePage => {
  const password = (name: string, label: string, autocomplete: string) =>
    ({ name, label, type: "password", autocomplete }) as const;
  return servicePage(frame, {
    title: "Change your password",
    text: isChanged ? "Your password is changed. Your other sessions have ended." : "",
    form: {
      address: "/accounts/password-change/",
      problem,
      wrong,
      inputs: [
        password("current_password", "Current password", "current-password"),
        password("new_password", "New password, at least 12 characters", "new-password"),
        password("new_password_again", "New password again", "new-password"),
      ],
      hidden: { next: "/accounts/password-change/?changed=yes", ...proofFields(caller) },
      button: "Change the password",
    },
    ...(sessions && { more: signedInPlaces(sessions, caller) }),
    links: [
      { title: "Your podcast feeds", url: ownFeedsPath },
      ...(hasAgents ? [{ title: "Programs with access", url: agentPaths.own }] : []),
    ],
  });
};

const signedInPlaces = (sessions: readonly OpenSession[], caller: Pick<Caller, "session">): FormSection => ({
  title: "Where you are signed in",
  list: [
    ...sessions.map((session) => signedInPlace(session, caller)),
    ...(sessions.length === maxOpenSessions ? [{ text: "Earlier sessions are not shown." }] : []),
  ],
  form: signOutForm("everywhere=true&next=%2F", "Sign out everywhere", caller),
});

const signedInPlace = (session: OpenSession, caller: Pick<Caller, "session">): FormSectionLine => {
  const { hash, client, startedAt } = session;
  const since = `${startedAt.slice(0, 16).replace("T", " ")} UTC`;
  const text = `${client || "A browser without a name"}, since ${since}`;
  if (hash === caller.session?.hash) return { text: `${text} (this browser)` };
  const query = `session=${shownSessionId(session)}&next=%2Faccounts%2Fpassword-change%2F`;
  return { text, form: signOutForm(query, "Sign out there", caller) };
};

const signOutForm = (query: string, button: string, caller: Pick<Caller, "session">): AccessForm => ({
  address: `/accounts/logout/?${query}`,
  problem: "",
  inputs: [],
  hidden: proofFields(caller),
  button,
});
