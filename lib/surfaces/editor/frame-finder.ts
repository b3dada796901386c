import { embeddable } from "#lib/blocks/ready/embed-frames.ts";
import { framelessUrls, takesEmbedBlocks, withFrames } from "#lib/blocks/ready/external-embed-block.ts";
import type { Section } from "#lib/blocks/sections.ts";
import type { PostFields, WrittenContent } from "#lib/pages/content.ts";
import { blocksOfSite } from "#lib/settings/blocks.ts";
import { isDryRun } from "#lib/store/commit-scope.ts";

/** Gives the content with the frames of embeds in those of its sections that the fields have. */
export type FrameFinder = <Content extends WrittenContent>(
  content: Content,
  sent: Pick<PostFields, "overview" | "detail">,
) => Promise<Content>;

/**
 * Makes the finder of one request, which looks up each address once, even if the request decides again. A dry
 * run asks nobody. Cost: up to three seconds where there is an embed whose frame no template makes.
 */
export const frameFinder = (settings: Parameters<typeof blocksOfSite>[0]): FrameFinder => {
  const found = new Map<string, string | undefined>();
  return async (content, sent) => {
    const custom = blocksOfSite(settings);
    const hosts = custom?.embedHosts;
    if (!hosts || !takesEmbedBlocks(custom) || isDryRun()) return content;
    const isSent = ({ type }: Section) =>
      (type === "overview" || type === "detail") && sent[type] !== undefined;
    const urls = new Set(content.body.filter(isSent).flatMap(({ value }) => framelessUrls(value)));
    const unknown = [...urls].filter((url) => !found.has(url) && embeddable(url, hosts)?.isLookedUp);
    if (unknown.length > 0) {
      const { lookUpFrames } = await import("./look-up-frames.ts");
      for (const url of unknown) found.set(url, undefined);
      for (const [url, frame] of await lookUpFrames(unknown, hosts)) found.set(url, frame);
    }
    if (found.size === 0) return content;
    const body = content.body.map((section) =>
      isSent(section) ? { ...section, value: withFrames(section.value, (url) => found.get(url)) } : section,
    );
    return { ...content, body };
  };
};
