import type { NotePlace } from "#importers/notes.ts";
import { childText, type XmlElement } from "#importers/reading/xml.ts";

/** What a feed or an item says about explicit content. */
export const explicitIn = (element: XmlElement, place: NotePlace): boolean | undefined => {
  const text = childText(element, "itunes:explicit");
  if (text === undefined) return undefined;
  if (/^(?:yes|true|explicit)$/i.test(text)) return true;
  if (/^(?:no|false|clean)$/i.test(text)) return false;
  place.note("field", `itunes:explicit: ${text}`);
  return undefined;
};
