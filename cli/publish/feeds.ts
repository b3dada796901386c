import * as z from "zod";
import { readLivePage } from "#lib/routes/pages.ts";
import { PlainError } from "#local/plain-error.ts";
import type { Client } from "./client.ts";

const feed = z.object({ title: z.string(), url: z.string(), type: z.string() });

/** A feed of the blog or podcast that was published to. */
export type PublishedFeed = z.output<typeof feed>;

const withFeeds = z.object({ feeds: z.array(feed) });

/**
 * Lists the feeds of a public blog or podcast. The list is empty for another one, and if the service names
 * none or no longer answers: what was published is public without them.
 */
export const feedsOf = async (client: Client, parentId: number): Promise<readonly PublishedFeed[]> => {
  try {
    const page = await client(readLivePage, { params: { id: parentId }, query: { fields: "feeds" } });
    return withFeeds.safeParse(page).data?.feeds ?? [];
  } catch (error) {
    if (error instanceof PlainError) return [];
    throw error;
  }
};
