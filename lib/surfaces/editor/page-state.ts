import type { Page } from "#lib/pages/page.ts";

/** An instant as people read it: `2030-01-02 03:04 UTC`. */
export const minuteInWords = (instant: string): string => `${instant.slice(0, 16).replace("T", " ")} UTC`;

/** Says in sentences what is public of a page, and what will be. */
export const stateInWords = ({ live, unpublishedChanges, schedule }: Page): string => {
  const scheduled = schedule ? ` Scheduled for ${minuteInWords(schedule.publishAt)}.` : "";
  if (!live) return `Draft, not published.${scheduled}`;
  return `${unpublishedChanges ? "Published, with a newer draft." : "Published."}${scheduled}`;
};
