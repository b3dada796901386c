import type { Site } from "#lib/site/site.ts";
import { lockedFields } from "#lib/surfaces/accounts/password-page.ts";
import type { Account, MessagePage, PasswordForm, Reading, ThemeChoice } from "#lib/themes/theme.ts";
import type { SiteContext } from "./site-context.ts";
import { siteFrame } from "./site-frame.ts";

/** What messages need of a siteContext. */
export interface MessageContext {
  readonly site: Pick<Site, "settings">;
  readonly reading: Pick<Reading, "media">;
  readonly account: Account | null;
  readonly themesOn: (page: null) => ThemeChoice | null;
}

const plainMessage = (
  { site, reading, account, themesOn }: MessageContext,
  title: string,
  text: string,
  passwordForm: PasswordForm | null = null,
): MessagePage => ({
  site: siteFrame(site.settings, reading.media, null, { account, themes: themesOn(null) }),
  url: null,
  isIndexed: false,
  feeds: [],
  share: null,
  title,
  seoTitle: "",
  description: "",
  text,
  passwordForm,
  links: [{ title: `Go to ${site.settings.name}`, url: "/" }],
});

/** Says that there is no page; also for pages of which the visitor may not know. */
export const notFoundPage = (siteContext: MessageContext): MessagePage =>
  plainMessage(
    siteContext,
    "Page not found",
    "There is no page at this address. It may have moved, or the address may be wrong.",
  );

/** For a request that was refused, or failed. */
export const errorMessage = (
  context: MessageContext,
  { title, text }: { readonly title: string; readonly text: string },
): MessagePage => plainMessage(context, title, text);

/** For people who are signed in but may not see the page. */
export const notForYouPage = (siteContext: MessageContext): MessagePage =>
  plainMessage(siteContext, "No access", "Your account may not see this page.");

/** The form for a page's password, which leads back to the address. */
export const passwordPage = (siteContext: SiteContext, pageId: number, next: string): MessagePage =>
  plainMessage(siteContext, "Password needed", "Enter the password of this page to see it.", {
    address: "/accounts/password/",
    kept: lockedFields({ page: pageId }, next),
    wasWrong: siteContext.passwordWasWrong,
    button: "Show the page",
  });
