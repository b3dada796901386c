import type { Page } from "#lib/pages/page.ts";
import type { PreviewLink } from "#lib/pages/preview-link.ts";
import { minuteInWords } from "./page-state.ts";
import type { PreviewFrame } from "./preview.ts";

/** The notice around the page that a preview link shows. */
export const guestFrame = ({ expiresAt }: PreviewLink, theme: string | null): PreviewFrame => ({
  account: null,
  isForGuests: true,
  theme,
  barOf: (page, shown) => ({
    text: `${previewInWords(page, shown.id)} This link works until ${minuteInWords(expiresAt)}.`,
    links: [],
  }),
});

const previewInWords = ({ live, liveRevisionId }: Page, shownId: number): string => {
  if (!live) return "Preview of a draft that is not published.";
  return liveRevisionId === shownId
    ? "Preview of what is published now."
    : "Preview of a version that is not the published one.";
};
