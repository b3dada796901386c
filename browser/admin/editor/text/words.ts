import type { Pasted } from "./paste/parts.ts";

/** All that people read or hear in the editor; `{…}` stands for what is put in. */
export const englishEditorWords = {
  text: "Text",
  placeholder: "Write here. / opens the list of blocks",
  more: "Continue reading",
  moreHelp: "Lists show what stands above; readers see the rest on the page.",
  // The toolbar
  formatting: "Formatting",
  bold: "Bold",
  italic: "Italic",
  strikethrough: "Strikethrough",
  superscript: "Superscript",
  subscript: "Subscript",
  code: "Code",
  link: "Link",
  paragraph: "Text",
  heading: "Heading {level}",
  quote: "Quote",
  bulletList: "List",
  orderedList: "Numbered list",
  undo: "Undo",
  redo: "Redo",
  insert: "Insert a block",
  // The list of blocks
  blocks: "Blocks",
  rule: "Dividing line",
  image: "Picture",
  gallery: "Gallery",
  audio: "Audio",
  video: "Video",
  listing: "Code block",
  moreHere: "Continue reading from here",
  noBlock: "No block has this name.",
  // Links
  linkTo: "Address, or words of a page's title",
  linkApply: "Set the link",
  linkRemove: "Remove the link",
  linkOpen: "Open the link",
  linkUnsafe: "Links begin with https://, http://, mailto:, tel:, / or #.",
  pages: "Pages",
  pageById: "Leads to page {id}.",
  documentById: "Leads to document {id}.",
  // Blocks
  moveUp: "Move up",
  moveDown: "Move down",
  moveBack: "Move back",
  moveOn: "Move on",
  remove: "Remove",
  edit: "Edit",
  done: "Done",
  choose: "Choose another",
  add: "Add",
  addPictures: "Add a picture",
  caption: "Caption",
  picture: "Picture {number} of {count}",
  language: "Language",
  source: "Source",
  gone: "This is no longer there, or you may not see it.",
  withoutAlt: "Without alternative text",
  loading: "Loading …",
  uploading: "Uploading {name} …",
  notUploaded: "{name} was not uploaded.",
  kept: "Cannot be edited here",
  keptHelp: "It stays as it is. You can move or remove it.",
  keptHtml: "HTML",
  moved: "Moved to place {place} of {count}",
  removed: "Removed: {name}",
  // Forms
  none: "None",
  chooseOne: "Choose",
  empty: "Empty",
  entry: "Entry {number}",
  required: "needed",
  // What a paste leaves out
  leftTables: "tables, whose rows became lines",
  leftPictures: "pictures of other sites",
  leftFrames: "embedded content",
  leftForms: "fields of forms",
  leftLinks: "links to addresses that are not allowed",
  leftTitles: "titles of links",
  leftInfo: "what stands behind the language of code",
  leftHeadings: "headings of levels that this site does not have",
  leftLists: "lists",
  leftQuotes: "quotes",
  leftRules: "dividing lines",
  leftMarks: "formatting: {names}",
  leftUnderline: "underlining",
  leftColors: "colours of text",
  leftNotes: "comments and footnotes",
  leftDrawings: "drawings and formulas",
  leftBlocks: "blocks of another site",
};

export type EditorWords = Readonly<Record<keyof typeof englishEditorWords, string>>;

/** The words with what belongs in them. */
export const filled = (words: string, values: Readonly<Record<string, string | number>>): string =>
  words.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));

/** What a paste or Markdown could not keep, in words. */
export const leftOutWords = (
  { leftOut, leftMarks }: Pick<Pasted, "leftOut" | "leftMarks">,
  words: EditorWords,
): readonly string[] => {
  const names = [...leftMarks].map((feature) => words[feature as "bold"].toLocaleLowerCase()).join(", ");
  return [
    ...[...leftOut].map((what) => words[what]),
    ...(names === "" ? [] : [filled(words.leftMarks, { names })]),
  ];
};
