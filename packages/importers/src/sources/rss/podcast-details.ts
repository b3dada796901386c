import { cutText } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import type { XmlElement } from "#importers/reading/xml.ts";

/** Elements of a show that {@link podcastDetailsIn} reads. */
export const namesOfDetails = [
  "podcast:license",
  "podcast:location",
  "podcast:updateFrequency",
  "podcast:txt",
  "podcast:person",
] as const;

type DetailName = (typeof namesOfDetails)[number];

const maxLength = 128;
const maxTxt = 10;

/**
 * What the podcast namespace says of a show, as a manifest has it. Attributes that have no place are noted,
 * and so are further elements where one or ten may be. The manifest's schema refuses wrong values later.
 */
export const podcastDetailsIn = (feed: XmlElement, file: NotePlace): Readonly<Record<string, unknown>> => {
  const read = (name: DetailName, max: number, known: Readonly<Record<string, string>>) => {
    const found = feed.children.filter((each) => each.name === name && each.text.trim() !== "");
    for (const { text, line } of found.slice(max)) file.at(line).note("field", `${name}: ${text.trim()}`);
    return found.slice(0, max).map(({ text, attributes, line }) => {
      const members: Record<string, string> = {};
      for (const [attribute, value] of Object.entries(attributes)) {
        const member = known[attribute];
        if (member !== undefined) members[member] = value;
        else file.at(line).note("field", `${name}: ${attribute}="${value}"`);
      }
      return { text: text.trim(), members };
    });
  };
  const [license] = read("podcast:license", 1, { url: "url" });
  const [location] = read("podcast:location", 1, { geo: "geo", osm: "osm" });
  const [frequency] = read("podcast:updateFrequency", 1, { rrule: "rrule" });
  const txt = read("podcast:txt", maxTxt, { purpose: "purpose" });
  const known = { role: "role", group: "group", href: "link" };
  const persons = read("podcast:person", Number.POSITIVE_INFINITY, known);
  return {
    ...(license && { license: { name: cutText(license.text, maxLength), ...license.members } }),
    ...(location && { location: { name: cutText(location.text, maxLength), ...location.members } }),
    ...(frequency && {
      update_frequency: { text: cutText(frequency.text, maxLength), ...frequency.members },
    }),
    ...(txt.length > 0 && { txt: txt.map(({ text, members }) => ({ text, ...members })) }),
    ...(persons.length > 0 && {
      persons: persons.map(({ text, members }) => ({ name: cutText(text, maxLength), ...members })),
    }),
  };
};
