/** A feed of a podcast for one person (contract#private-feeds). */
export interface PrivateFeed {
  readonly id: number;
  readonly userId: number;
  readonly podcastId: number;
  /** Which of the person's feeds of the podcast it is, from 0. */
  readonly slot: number;
  /** The SHA-256 of the secret in its addresses. */
  readonly digest: string;
  readonly createdAt: string;
}

/** The most feeds of a person for a podcast. */
export const maxPrivateFeeds = 5;

/** The page on which people make and revoke them. */
export const ownFeedsPath = "/accounts/feeds/";

/** The id of a podcast's part of that page. */
export const ownFeedsAnchor = (podcastId: number): string => `podcast-${podcastId}`;
