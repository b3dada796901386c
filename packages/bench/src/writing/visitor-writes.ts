import type { HttpRequest } from "#bench/client.ts";
import { blogSlugs } from "#bench/corpus/site.ts";
import { editorRequest } from "#bench/editor-request.ts";
import { certain } from "#bench/lectern/tools.ts";
import type { PostMaker, SavedPost } from "./post-writes.ts";
import { answers, prepared, type WriteSite, type WriteWorkload } from "./write-workload.ts";

/** Lets the benchmark say, like a proxy, where a visitor is: an address may comment only now and then. */
const proxySecret = "the secret of a proxy that the benchmark plays";

/** What the service has to allow for comments. */
export const commentSettings = {
  PROXY_SECRET: proxySecret,
  SITE_COMMENTS_ENABLED: "true",
  SITE_COMMENTS_MAX_WAITING: "1000000",
};

/** Fewer than a post takes within five minutes. */
const commentsPerPost = 20;

const address = (count: number): string => `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;

/** Comments, and what moderators do with them. */
export const visitorWrites = (site: WriteSite, { live }: PostMaker): readonly WriteWorkload[] => {
  let count = 0;
  let post: SavedPost | undefined;
  const comment = async (): Promise<HttpRequest> => {
    if (count % commentsPerPost === 0) post = await live();
    count++;
    const text = `I heard it ${count} times.`;
    return {
      path: `/${blogSlugs[0]}/${certain(post).slug}/`,
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-proxy-secret": proxySecret,
        "x-viewer-address": address(count),
      },
      body: new URLSearchParams({ name: "Bo", email: "bo@example.org", text, opened: "0" }).toString(),
    };
  };
  const waiting = async (): Promise<number> => {
    await prepared(site, await comment());
    const newest = editorRequest("/api/editor/comments/?state=pending&pageSize=1", undefined, "GET");
    const { results } = await prepared<{ readonly results: readonly { readonly id: number }[] }>(
      site,
      newest,
    );
    return certain(results[0]).id;
  };
  return [
    {
      name: "comment on a post",
      next: async () => ({ ...(await comment()), problemOf: answers(303) }),
      budget: { cpuMs: null, requests: 6, readUnits: 10, writeUnits: 16 },
    },
    {
      name: "approve a comment",
      next: async () => {
        const id = await waiting();
        return { ...editorRequest(`/api/editor/comments/${id}/approve/`), problemOf: answers(200, { id }) };
      },
      budget: { cpuMs: null, requests: 9, readUnits: 12, writeUnits: 26 },
    },
  ];
};
