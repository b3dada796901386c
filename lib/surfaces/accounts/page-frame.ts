import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import type { FormPage, FrameReading, Reading, SiteFrame, Theme } from "#lib/themes/theme.ts";

/** What is around pages of the service itself, which belong to no blog. */
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
