import { useEffect, useRef } from "preact/hooks";
import { needSchema, schema } from "../shell/schema.ts";
import { texts } from "../texts/index.ts";
import type { WrittenParagraphs } from "./choice-dialog.tsx";
import { findPages } from "./find-pages.ts";
import type { EditorContext } from "./text/context.ts";

/** Paragraphs that somebody writes as a third version; HTML, as in the text. */
export const OwnParagraphs = ({ first, label, change }: WrittenParagraphs) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    Promise.all([import("./text/rich-field.ts"), needSchema()]).then(([{ richField }]) => {
      if (isGone || !place.current) return;
      const input = richField({}, label, first, change, contextOf(schema.value?.rich_text_features ?? []));
      stop = input.stop;
      place.current.append(input.element);
      input.element.querySelector<HTMLElement>("[role=textbox], textarea")?.focus();
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
  return <div ref={place} class="own" />;
};

/** What an editor of paragraphs needs; it has no blocks and no media. */
const contextOf = (features: readonly string[]): EditorContext => ({
  ...{ features, blocks: [], language: undefined, words: texts.text, findPages },
  pick: async () => undefined,
  upload: async () => undefined,
  media: async () => undefined,
  leftOut: () => {},
  say: () => {},
  nameOf: () => "",
});
