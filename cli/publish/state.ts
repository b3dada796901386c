import { parseInstant } from "#lib/instant.ts";
import type { PostSource } from "./source.ts";

export const futures = ["publish", "draft", "schedule"] as const;
/** What is done with posts whose date is in the future. */
export type Future = (typeof futures)[number];

/**
 * The state that a page should have. `saved` changes nothing that is public; `hidden` takes it off the site.
 */
export type WantedState =
  | { readonly is: "saved" }
  | { readonly is: "hidden" }
  | { readonly is: "public"; readonly since?: string | undefined }
  | { readonly is: "scheduled"; readonly at: string };

export interface StateOptions {
  /** True saves drafts only. */
  readonly draft: boolean;
  readonly future: Future;
}

export const wantedState = (
  { isDraft, publishAt: at }: Pick<PostSource, "isDraft" | "publishAt">,
  { draft, future }: StateOptions,
  now = Date.now(),
): WantedState => {
  if (draft) return { is: "saved" };
  if (isDraft) return { is: "hidden" };
  if (at === undefined || Date.parse(at) <= now || future === "publish") return { is: "public", since: at };
  return future === "draft" ? { is: "saved" } : { is: "scheduled", at };
};

/** The state of a page. */
export interface Standing {
  readonly live: boolean;
  readonly status: "draft" | "live" | "scheduled";
  /** Absent where it is not known. */
  readonly scheduled_for?: string | null;
}

export interface Steps {
  /** True if a schedule, which locks the page, is to be withdrawn before all else. */
  readonly withdraw: boolean;
  /** The step to take once the latest revision is as the file says. */
  readonly end: "publish" | "schedule" | "unpublish" | "none";
}

/** The steps from a page's state to the wanted one; `isChanged` says that it gets a new revision. */
export const stepsTo = (wanted: WantedState, standing: Standing, isChanged: boolean): Steps => {
  const { live, status, scheduled_for } = standing;
  const isScheduled = status === "scheduled";
  if (wanted.is === "saved") return { withdraw: false, end: "none" };
  if (wanted.is === "hidden") return { withdraw: isScheduled, end: live ? "unpublish" : "none" };
  if (!isChanged && status === "live") return { withdraw: false, end: "none" };
  if (wanted.is === "scheduled") {
    const isSo = isScheduled && sameInstant(scheduled_for, wanted.at);
    return { withdraw: isScheduled && isChanged, end: isSo && !isChanged ? "none" : "schedule" };
  }
  // Nothing is left to do if somebody else has scheduled it, or if our schedule is due in this minute.
  const { since } = wanted;
  const waits = isScheduled && !isChanged && (since === undefined || sameInstant(scheduled_for, since));
  return waits ? { withdraw: false, end: "none" } : { withdraw: isScheduled, end: "publish" };
};

const sameInstant = (one: string | null | undefined, other: string): boolean =>
  typeof one === "string" && parseInstant(one) === parseInstant(other);
