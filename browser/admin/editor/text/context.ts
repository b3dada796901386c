import type { Node } from "prosemirror-model";
import type { FieldDescription } from "../../forms/field-description.ts";
import type { Texts } from "./texts.ts";
import type { EditorWords } from "./words.ts";

/** A block of posts as `GET /api/editor/schema/` describes it. */
export interface BlockDescription {
  readonly type: string;
  readonly label: string;
  readonly fields: readonly FieldDescription[];
}

export type MediumKind = "image" | "audio" | "video";

/** What is shown of a media object. */
export interface ShownMedium {
  readonly url: string;
  readonly title: string;
  readonly alt: string;
}

export interface TextEditorOptions {
  readonly texts: Texts;
  /** `rich_text_features` of the site. */
  readonly features: readonly string[];
  /** `blocks` of the site. */
  readonly blocks: readonly BlockDescription[];
  /** The language of the page, for the browser's spell checking. */
  readonly language: string | undefined;
  readonly words: EditorWords;
  /** Called at once when the texts have changed. */
  readonly changed: (texts: Texts) => void;
  /** Lets somebody choose a media object; undefined if nothing was chosen. */
  readonly pick: (kind: MediumKind) => Promise<{ readonly id: number; readonly alt?: string } | undefined>;
  readonly upload: (file: File) => Promise<{ readonly kind: MediumKind; readonly id: number } | undefined>;
  readonly media: (kind: MediumKind, id: number) => Promise<ShownMedium | undefined>;
  readonly findPages: (query: string) => Promise<readonly { readonly title: string; readonly url: string }[]>;
  /** Told what a paste could not keep, in words. */
  readonly leftOut: (what: readonly string[]) => void;
}

/** What the views of blocks need: the options, and a way to tell screen readers what has happened. */
export interface EditorContext extends Omit<TextEditorOptions, "texts" | "changed"> {
  readonly say: (words: string) => void;
  /** The name of a block for people. */
  readonly nameOf: (node: Node) => string;
}
