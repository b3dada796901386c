import { setTimeout as pause } from "node:timers/promises";
import type { HttpClient } from "#bench/client.ts";
import type { Corpus, Workload } from "./workload.ts";

/** How long the service may take to make the feeds of a corpus that it has just been given. */
const maxWaits = 600;

/** Polls of feeds, which are files: they ask nothing of DynamoDB. */
export const feedWorkloads = ({ ids, newestFirst }: Corpus): readonly Workload[] => {
  const [blog] = ids.blogs;
  let shown: string | undefined;
  const isShown = (text: string): boolean => {
    // Most polls get the same feed. To search it for 100,000 titles takes the client a fifth of a second.
    if (text !== shown && newestFirst.some(({ title }) => text.includes(title))) shown = text;
    return text === shown;
  };
  const row = (name: string, document: string): Workload => {
    const path = `/_feeds/${blog}/${document}`;
    return {
      name: `feed of a blog, ${name}`,
      kind: "same",
      requests: async (service) => {
        await waitFor(path, service);
        return [
          {
            path,
            problemOf: ({ status, text }) =>
              status === 200 && isShown(text) ? undefined : `status ${status}, or none of the posts`,
          },
        ];
      },
      budget: { cpuMs: null, requests: 0, readUnits: 0 },
    };
  };
  return [row("RSS", "posts.rss"), row("Atom", "posts.atom"), row("JSON Feed", "posts.json")];
};

/** Resolves when the service has made a feed. */
const waitFor = async (path: string, service: HttpClient): Promise<void> => {
  for (let waits = 0; waits < maxWaits; waits++) {
    const { status } = await service.send({ path });
    if (status === 200) return;
    await pause(100);
  }
  throw new Error(`The service has not made ${path}.`);
};
