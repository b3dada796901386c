import type { Caller } from "#lib/access/principal.ts";
import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import type { Account, SiteFrame } from "#lib/themes/page-parts.ts";
import type { FormPage, FrameReading, Reading, Theme } from "#lib/themes/theme.ts";

/** The frame of pages of the service itself, which belong to no blog. */
export interface PageFrame {
  readonly site: SiteFrame;
  readonly theme: Theme;
  readonly reading: FrameReading & Pick<Reading, "media">;
  /** The content policy of such a page with a form. */
  readonly policy: string;
}

/** A page with a form, and its content policy. */
export interface ServicePage {
  readonly html: SafeHtml;
  readonly policy: string;
}

export const servicePage = (
  { site, theme, reading, policy }: PageFrame,
  page: Omit<FormPage, "site">,
): ServicePage => ({ html: theme.formPage({ site, ...page }, reading), policy });

/** The answer with a page that has a form: no cache may keep it. */
export const formReply = (
  { html, policy }: ServicePage,
  { status = 200, headers }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
) =>
  new Reply<string>(html, {
    status,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": policy,
    },
  });

/** Runs work. If people sent a form, `rate_limited` and `busy` are shown on its page, not as JSON. */
export const showingRefusals = async <Result>(
  isForm: boolean,
  page: (problem: string, wrong: readonly string[]) => ServicePage | Promise<ServicePage>,
  work: () => Promise<Result>,
): Promise<Result | Reply<string>> => {
  try {
    return await work();
  } catch (error) {
    const waits = error instanceof Refusal && (error.code === "rate_limited" || error.code === "busy");
    if (!isForm || !waits) throw error;
    const { status, headers } = error.kind;
    return formReply(await page(error.message, []), {
      status,
      headers: { ...headers, ...error.details.headers },
    });
  }
};

/** The hidden field in which a form proves that a page of this site made it (contract#csrf). */
export const proofFields = ({ session }: Pick<Caller, "session">): Readonly<Record<string, string>> =>
  session ? { csrf_token: session.session.csrfToken } : {};

/** The account that is signed in, as pages show it; null for strangers and callers with tokens. */
export const accountOf = ({ principal, session }: Caller): Account | null =>
  principal && session
    ? {
        name: principal.user.username,
        url: "/accounts/password-change/",
        signOut: { address: "/accounts/logout/?next=%2F", kept: proofFields({ session }) },
      }
    : null;
