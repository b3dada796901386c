/** The address of a note, to which a mark in rich text is a link: `<a href="#fn-1"><sup>1</sup></a>`. */
export const noteAddress = (label: string): string => `#fn-${encodeURIComponent(label)}`;

/** The label of the note to which an address leads; undefined for other addresses. */
export const notedLabel = (address: string): string | undefined => {
  if (!address.startsWith("#fn-")) return undefined;
  try {
    return decodeURIComponent(address.slice(4));
  } catch {
    return undefined;
  }
};

/** True for the attributes of a link to a note. */
export const leadsToNote = (attributes: string): boolean => /(?:^|\s)href="#fn-/.test(attributes);

/** True for ids that notes and the marks of them may have. */
export const isNoteId = (id: string): boolean => /^fn(?:ref\d*)?-./.test(id);
