import { inspect } from "node:util";
import { stranger } from "#lib/access/principal.ts";
import { siteAfter } from "#lib/access/site-after.ts";
import type { ErrorPage } from "#lib/http/answering.ts";
import { logWarning } from "#lib/http/log.ts";
import type { Refusal } from "#lib/refusals/refusal.ts";
import { plain } from "#lib/themes/plain/plain.ts";
import type { Theme } from "#lib/themes/theme.ts";
import { errorMessage, notFoundPage } from "./message-page.ts";
import { pageFrameFor } from "./page-frame-for.ts";
import { openPage } from "./site-page.ts";

/** Whoever is refused may not have been asked who they are. */

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
