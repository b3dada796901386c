import { lockedFields } from "#lib/surfaces/accounts/password-page.ts";
import type { MessagePage, PasswordForm } from "#lib/themes/theme.ts";
import { siteNamed, type Visit } from "./site-visit.ts";

const plainMessage = (
  { site }: Visit,
  title: string,
  text: string,
  passwordForm: PasswordForm | null = null,
): MessagePage => ({
  site: siteNamed(site),
  url: null,
  isIndexed: false,
  title,
  seoTitle: "",
  description: "",
  text,
  passwordForm,
  links: [{ title: `Go to ${site.settings.name}`, url: "/" }],
});

/** The page for an address at which there is nothing, as far as the visitor may know. */
export const notFoundPage = (visit: Visit): MessagePage =>
  plainMessage(
    visit,
    "Page not found",
    "There is no page at this address. It may have moved, or the address may be wrong.",
  );

/** The page for people who are signed in, but not among those who see what is here. */
export const notForYouPage = (visit: Visit): MessagePage =>
  plainMessage(visit, "No access", "Your account may not see this page.");

/** The page that asks for the password of a page, from which people come back to the address. */
export const passwordPage = (visit: Visit, pageId: number, next: string): MessagePage =>
  plainMessage(visit, "Password needed", "Enter the password of this page to see it.", {
    address: "/accounts/password/",
    kept: lockedFields({ page: pageId }, next),
    wasWrong: visit.passwordWasWrong,
    button: "Show the page",
  });
