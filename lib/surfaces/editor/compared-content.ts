import { type SectionName, sectionNames, storedBlocks } from "#lib/blocks/sections.ts";
import { certain } from "#lib/certain.ts";
import { postContentIn } from "#lib/pages/content.ts";
import type { ComparedBlock, ComparedContent } from "#lib/pages/content-changes.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { pageMembers } from "#lib/routes/editor-post-shapes.ts";
import { editorPostOrEpisodeView } from "./editor-episode.ts";
import type { EditorPostContext } from "./editor-post.ts";

/** What belongs to the page and not to a revision. */
const pageKeys: ReadonlySet<string> = new Set(pageMembers);

/** The content of a post or episode as editors see it, to be compared (contract#diff). */
export const comparedContent = (
  page: Page,
  revision: Revision,
  context: EditorPostContext,
): ComparedContent => {
  const { overview, detail, ...view } = editorPostOrEpisodeView({ page, latest: revision }, context);
  const { body } = postContentIn(revision);
  const shown = { overview, detail };
  const blocksIn = (name: SectionName): ComparedBlock[] =>
    storedBlocks(body, name).map(({ type, value }, index) => {
      const block = certain(shown[name][index]);
      // Placeholders name their place, and not what they stand for.
      const content = block.type === "unsupported" ? [type, value] : block;
      return { type, key: JSON.stringify(content), shown: block };
    });
  return {
    fields: Object.fromEntries(Object.entries(view).filter(([name]) => !pageKeys.has(name))),
    sections: Object.fromEntries(sectionNames.map((name) => [name, blocksIn(name)])),
  };
};
