import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { EditorContext } from "../editor/text/context.ts";
import type { FormInput } from "../editor/text/rich-field.ts";
import { findPages } from "../shell/find-pages.ts";
import { needSchema, schema } from "../shell/schema.ts";
import { texts } from "../texts/index.ts";

export interface RichTextProps {
  readonly label: string;
  /** HTML. */
  readonly value: string;
  readonly change: (html: string) => void;
  /** True if one begins to write at once. */
  readonly hasFocus?: boolean;
}

/** A small field of text with the formatting that the site has. The editor is loaded for it. */
export const RichText = ({ label, value, change, hasFocus = false }: RichTextProps) => {
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<FormInput<string> | null>(null);
  const latest = useRef({ value, change });
  latest.current = { value, change };
  useEffect(() => {
    let isGone = false;
    const changed = (html: string) => latest.current.change(html);
    Promise.all([import("../editor/text/rich-field.ts"), needSchema()]).then(
      ([{ richField }]) => {
        if (isGone || !place.current) return;
        const context = contextOf(schema.value?.rich_text_features ?? []);
        input.current = richField({}, label, latest.current.value, changed, context);
        place.current.append(input.current.element);
        if (hasFocus) input.current.element.querySelector<HTMLElement>("[role=textbox], textarea")?.focus();
      },
      () => {
        if (!isGone) place.current?.append(texts.offline);
      },
    );
    return () => {
      isGone = true;
      input.current?.stop?.();
    };
  }, []);
  useLayoutEffect(() => input.current?.set(value), [value]);
  return <div ref={place} class="text-editor rich" />;
};

/** What an editor of a field needs; it has no blocks and no media. */
const contextOf = (features: readonly string[]): EditorContext => ({
  ...{ features, blocks: [], language: undefined, words: texts.text, findPages },
  pick: async () => undefined,
  upload: async () => undefined,
  media: async () => undefined,
  leftOut: () => {},
  say: () => {},
  nameOf: () => "",
});
