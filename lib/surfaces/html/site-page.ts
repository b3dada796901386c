import { inspect } from "node:util";
import { type Caller, stranger } from "#lib/access/principal.ts";
import type { BlockingRestriction } from "#lib/catalog/pages/columns.ts";
import type { ErrorPage } from "#lib/http/answering.ts";
import { logWarning } from "#lib/http/log.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Refusal } from "#lib/refusals/refusal.ts";
import { emptySite, type Site } from "#lib/site/site.ts";
import { heldSite, readSiteVersion, siteAt } from "#lib/store/site.ts";
import { lockedFields } from "#lib/surfaces/accounts/password-pages.ts";
import { comingBack, signInReply } from "#lib/surfaces/accounts/sign-in.ts";
import { type PageExtra, withFocus } from "#lib/themes/page-extras.ts";
import type { Account, PageLink, PasswordForm, ThemeChoice } from "#lib/themes/page-parts.ts";
import { plain } from "#lib/themes/plain-theme.ts";
import type { MessagePage, Reading, Theme } from "#lib/themes/theme.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import type { SiteContext } from "./site-context.ts";
import { contentPolicy, pageFrameFor, siteFrame } from "./site-frame.ts";

export interface SiteCall {
  readonly request: Pick<Request, "path" | "query">;
  readonly caller: Caller;
}

/** The theme of a page; for null, of messages. */
export const siteTheme = (page: Listing | null, { themeOf }: Pick<SiteContext, "themeOf">): Theme =>
  themeNamed(themeOf(page));

/** The answer with a page of the site. No cache may keep it if the caller has credentials. */
export const openPage = (
  html: string,
  { style }: Pick<Theme, "style">,
  { principal, session }: Caller,
  extras: readonly PageExtra[] = [],
  frames: readonly string[] = [],
): Reply<string> =>
  new Reply(html, {
    headers: {
      "content-security-policy": contentPolicy({
        style,
        extras: withFocus(html, extras),
        frames,
        sendsForms: true,
      }),
      ...(principal || session ? privateHeaders : {}),
    },
  });

/**
 * The answer if a visitor gets no page: 404 unless a restriction keeps them from one. Else it asks for the
 * password, or sends them to sign in and back; people who are signed in learn that they may not see it.
 */
export const closedPage = (
  blocking: BlockingRestriction | undefined,
  context: SiteContext,
  call: SiteCall,
): Reply<string> => {
  if (!blocking) return messageReply(404, notFoundPage(context), context, call);
  if (blocking.restriction.type === "password") {
    return messageReply(403, passwordPage(context, blocking.pageId, comingBack(call.request)), context, call);
  }
  if (call.caller.principal) return messageReply(403, notForYouPage(context), context, call);
  return signInReply(call.request);
};

const messageReply = (
  status: 403 | 404,
  message: MessagePage,
  context: SiteContext,
  { caller }: SiteCall,
): Reply<string> => {
  const theme = siteTheme(null, context);
  const html = theme.messagePage(message, context.reading);
  const { options } = openPage(html, theme, caller);
  return new Reply(html, {
    status,
    headers: { ...options.headers, ...(status === 403 ? privateHeaders : {}) },
  });
};

/** The part of a `SiteContext` that messages need. */
export interface MessageContext {
  readonly site: Pick<Site, "settings">;
  readonly reading: Pick<Reading, "media">;
  readonly account: Account | null;
  readonly themesOn: (page: null) => ThemeChoice | null;
  readonly menu?: readonly PageLink[];
}

const plainMessage = (
  { site, reading, account, themesOn, menu = [] }: MessageContext,
  title: string,
  text: string,
  passwordForm: PasswordForm | null = null,
): MessagePage => ({
  site: siteFrame(site.settings, reading.media, null, { account, themes: themesOn(null), menu }),
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

/** The message that there is no page, also for pages that the visitor may not know of. */
export const notFoundPage = (siteContext: MessageContext): MessagePage =>
  plainMessage(
    siteContext,
    "Page not found",
    "There is no page at this address. It may have moved, or the address may be wrong.",
  );

/** The message for a request that was refused, or failed. */
const errorMessage = (
  context: MessageContext,
  { title, text }: { readonly title: string; readonly text: string },
): MessagePage => plainMessage(context, title, text);

/** The message for people who are signed in but may not see the page. */
export const notForYouPage = (siteContext: MessageContext): MessagePage =>
  plainMessage(siteContext, "No access", "Your account may not see this page.");

/** The form for a page's password, which leads back to the address. */
const passwordPage = (siteContext: SiteContext, pageId: number, next: string): MessagePage =>
  plainMessage(siteContext, "Password needed", "Enter the password of this page to see it.", {
    address: "/accounts/password/",
    kept: lockedFields({ page: pageId }, next),
    wasWrong: siteContext.passwordWasWrong,
    button: "Show the page",
  });

/**
 * A refusal as a page in the theme of the site, and a fault in `plain`; with neither name nor navigation if
 * the site cannot be read. A theme that fails is logged, and the refusal is shown in `plain`, too.
 */
export const errorPage: ErrorPage = async (refusal, requestId) => {
  const site = await siteAfter(refusal);
  const frame = pageFrameFor(site, { caller: stranger, request: null });
  const { reading } = frame;
  // The fault may be the theme's.
  const theme = refusal.kind.status === 500 ? plain : frame.theme;
  const context = { site, reading, account: null, themesOn: () => null };
  const { status } = refusal.kind;
  const message =
    status === 404 ? notFoundPage(context) : errorMessage(context, errorText(refusal, requestId));
  const pageIn = (shown: Theme) => {
    const html = shown.messagePage(message, reading);
    return { html, headers: openPage(html, shown, stranger).options.headers ?? {} };
  };
  try {
    return pageIn(theme);
  } catch (error) {
    logWarning("errorPage", requestId, "the theme of the site failed", { error: inspect(error) });
    return pageIn(plain);
  }
};

interface ErrorText {
  readonly title: string;
  readonly text: string;
}

const errorText = ({ code, kind: { status } }: Refusal, requestId: string): ErrorText => {
  if (code === "csrf_failed") return outdatedForm;
  if (status === 401) return noAccess;
  return (
    textsByStatus[status] ?? (status < 500 ? badRequest : { ...fault, text: `${fault.text} ${requestId}` })
  );
};

const noAccess = { title: "No access", text: "You may not see this page, or do what you tried to do." };
const badRequest = {
  title: "This did not work",
  text: "The address or the form has something in it that this site does not understand. Go back and try again.",
};
const outdatedForm = {
  title: "The form is out of date",
  text: "You may have signed in or out since it was opened. Go back, reload the page and try again.",
};
const fault = {
  title: "Something went wrong",
  text: "The fault is on our side. Please try again later. If it happens again, tell us this number:",
};

const textsByStatus: Readonly<Record<number, ErrorText>> = {
  403: noAccess,
  405: { title: "Not possible here", text: "This page does not take what was sent to it." },
  413: { title: "Too much at once", text: "What you sent is larger than this site takes." },
  429: { title: "Too many requests", text: "Please wait a little and try again." },
  503: { title: "Too busy", text: "The site is very busy. Please try again in a moment." },
  507: { title: "No room left", text: "The site has no room left, and nothing was stored." },
};

/**
 * The site for a page that shows the refusal; an empty one if it cannot be read. After a fault of the service
 * nothing is read, because the table may be what failed. Cost: one request, or none.
 */
const siteAfter = async ({ kind }: Refusal): Promise<Pick<Site, "settings">> => {
  if (kind.status >= 500) return heldSite() ?? emptySite;
  return readSiteVersion()
    .then(siteAt)
    .catch(() => emptySite);
};
