import type { FrameReading, Reading, SiteFrame, Theme } from "#lib/themes/theme.ts";

/** What is around pages of the service itself, which belong to no blog. */
export interface PageFrame {
  readonly site: SiteFrame;
  readonly theme: Theme;
  readonly reading: FrameReading & Pick<Reading, "media">;
}
