import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { headingSlug } from "../../../lib/richtext/heading-slug.ts";
import { texts } from "../texts/index.ts";
import type { OpenPage } from "./open-page.ts";

/**
 * The page in its theme, as the working copy has it. It follows what the service has kept: the next version
 * loads behind the one that is shown, and begins at the heading below which one types.
 */
export const Preview = ({ page }: { readonly page: OpenPage }) => {
  const version = page.keeper.version();
  void page.place.value;
  const kind = page.type === "site.Episode" ? "episodes" : "posts";
  const query = version > 0 ? `?working_copy=true&version=${version}` : "";
  const newest = `/api/editor/${kind}/${page.id}/preview/${query}`;
  /** The one that is shown, and the one that loads. */
  const frames = useSignal<readonly { readonly address: string; readonly heading: string }[]>([]);
  const isNarrow = useSignal(false);
  useEffect(() => {
    const isLoading = frames.value.length > 1;
    if (isLoading || frames.value.at(-1)?.address === newest) return;
    frames.value = [...frames.value, { address: newest, heading: headingAtCursor() }];
  }, [newest, frames.value]);
  return (
    <section class={isNarrow.value ? "preview narrow" : "preview"} aria-label={texts.editor.preview}>
      <button
        type="button"
        class="plain"
        aria-pressed={isNarrow.value}
        onClick={() => {
          isNarrow.value = !isNarrow.value;
        }}
      >
        {texts.editor.asOnPhone}
      </button>
      <div>
        {frames.value.map(({ address, heading }, index) => (
          <iframe
            key={address}
            class={index > 0 ? "behind" : undefined}
            aria-hidden={index > 0 || undefined}
            tabIndex={index > 0 ? -1 : undefined}
            title={texts.editor.preview}
            // Links open tabs without the limits of the frame, in which pages would have no session.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src={address + heading}
            onLoad={() => {
              frames.value = frames.value.slice(-1);
            }}
          />
        ))}
      </div>
    </section>
  );
};

/** The fragment of the heading below which the cursor is; empty for none. */
const headingAtCursor = (): string => {
  const cursor = document.getSelection()?.anchorNode;
  if (!cursor) return "";
  const before = [...document.querySelectorAll(".ProseMirror :is(h2, h3, h4)")].filter(
    (heading) =>
      heading.contains(cursor) || heading.compareDocumentPosition(cursor) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const words = before.at(-1)?.textContent;
  return words ? `#${encodeURIComponent(headingSlug(words))}` : "";
};
