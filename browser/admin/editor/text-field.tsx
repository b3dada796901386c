import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { MediaPicker } from "../media/picker.tsx";
import { type MediaKind, readMedia, type ShownMedia } from "../media/read-media.ts";
import { findPages } from "../shell/find-pages.ts";
import { isFocusLost } from "../shell/kept-focus.ts";
import { tell } from "../shell/notices.tsx";
import { needSchema, schema } from "../shell/schema.ts";
import { messageOf } from "../shell/service.ts";
import { beginUpload } from "../shell/uploading.ts";
import { texts } from "../texts/index.ts";
import { withAdditions } from "../words/additions.ts";
import { mountTextEditor, type TextEditor, type Texts } from "./text/mount.ts";
import type { WordCount } from "./text/word-count.ts";

/** A question to the media picker, and what it is answered with. */
interface Pick {
  readonly kind: MediaKind;
  readonly answer: (chosen: ShownMedia | undefined) => void;
}

/** The text of a page. It is drawn once; words from elsewhere are set into it. */
export const TextField = ({
  texts: { overview, detail },
  arrivals,
  isHidden,
  language,
  change,
  counted,
}: {
  readonly texts: Texts;
  /** Differs when the texts have changed elsewhere. */
  readonly arrivals: number;
  /** True while the text is written as Markdown. */
  readonly isHidden: boolean;
  readonly language: string | undefined;
  readonly change: (texts: Texts) => void;
  readonly counted: (count: WordCount) => void;
}) => {
  const place = useRef<HTMLDivElement>(null);
  /** What the editor has to show, also if it changes before the editor is there. */
  const latest = useRef<Texts>({ overview, detail });
  latest.current = { overview, detail };
  /** What the editor has while it is hidden, and the text is written as Markdown. */
  const held = useRef<Texts>(latest.current);
  const hidden = useRef(isHidden);
  const editor = useRef<TextEditor | null>(null);
  const pick = useSignal<Pick | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    let isGone = false;
    needSchema().then(
      () => {
        if (isGone || !place.current || !schema.value) return;
        const mounted = mountTextEditor(place.current, {
          texts: latest.current,
          features: schema.value.rich_text_features,
          blocks: schema.value.blocks as never,
          language,
          words: texts.text,
          changed: (typed) => {
            // While it is hidden, it only gets what was uploaded for it.
            change(hidden.current ? withUploaded(held.current, typed, latest.current) : typed);
            if (!hidden.current) countSoon();
          },
          pick: (kind) =>
            new Promise((answer) => {
              pick.value = { kind, answer };
            }),
          upload: async (file) => {
            return (await beginUpload(file)).made;
          },
          media: (kind, id) => readMedia(kind, id).catch(() => undefined),
          findPages,
          leftOut: (what) => tell(texts.editor.leftOut(what.join(", "))),
        });
        editor.current = mounted;
        // Who opens a page without text writes it.
        const { overview, detail } = latest.current;
        if (overview.length + detail.length === 0 && isFocusLost()) mounted.focus();
        counted(mounted.count());
      },
      (error) => {
        problem.value = messageOf(error);
      },
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => editor.current && counted(editor.current.count()), 500);
    };
    return () => {
      isGone = true;
      clearTimeout(timer);
      editor.current?.stop();
      editor.current = null;
    };
  }, []);
  // At once: a key that came before it would take away the words that have arrived.
  useLayoutEffect(() => {
    if (arrivals === 0) return;
    editor.current?.set(latest.current);
    held.current = latest.current;
  }, [arrivals]);
  useLayoutEffect(() => {
    hidden.current = isHidden;
    if (isHidden) held.current = latest.current;
    else if (editor.current) {
      editor.current.set(latest.current, true);
      counted(editor.current.count());
    }
  }, [isHidden]);
  return (
    <>
      {problem.value && <p class="problem">{problem.value}</p>}
      <div ref={place} class="text" hidden={isHidden} />
      {pick.value && (
        <MediaPicker
          kind={pick.value.kind}
          choose={(chosen) => {
            pick.value?.answer(chosen);
            pick.value = null;
          }}
        />
      )}
    </>
  );
};

/** What was written as Markdown, with the blocks that came into the hidden editor meanwhile. */
const withUploaded = (before: Texts, changed: Texts, written: Texts): Texts => ({
  overview: withAdditions(before.overview, changed.overview, written.overview),
  detail: withAdditions(before.detail, changed.detail, written.detail),
});
