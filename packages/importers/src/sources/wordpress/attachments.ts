import type { NotePlace } from "#importers/notes.ts";
import { titleIn } from "#importers/reading/texts.ts";
import { childText, type XmlElement } from "#importers/reading/xml.ts";
import type { ShownPicture } from "./shortcodes.ts";

export interface Attachment extends ShownPicture {
  readonly parent: string;
  readonly place: NotePlace;
}

/** What plugins and WordPress itself keep with a post, by key. */
export const metaOf = (item: XmlElement): ReadonlyMap<string, string> =>
  new Map(
    item.children
      .filter(({ name }) => name === "wp:postmeta")
      .map((meta) => [childText(meta, "wp:meta_key") ?? "", childText(meta, "wp:meta_value") ?? ""]),
  );

/** The files of the media library, by their ids. */
export const attachmentsOf = (
  items: readonly XmlElement[],
  file: NotePlace,
): ReadonlyMap<string, Attachment> =>
  new Map(
    items.flatMap((item) => {
      const address = childText(item, "wp:attachment_url");
      if (childText(item, "wp:post_type") !== "attachment" || !address) return [];
      const attachment: Attachment = {
        address,
        alt: metaOf(item).get("_wp_attachment_image_alt") ?? "",
        caption: childText(item, "excerpt:encoded") ?? "",
        parent: childText(item, "wp:post_parent") ?? "0",
        place: file.at(item.line, titleIn(childText(item, "title") ?? "")),
      };
      return [[childText(item, "wp:post_id") ?? address, attachment] as const];
    }),
  );

/** WordPress names smaller copies after the original: `heron-300x200.jpg`, `heron-scaled.jpg`. */
export const originalFinder = (attachments: ReadonlyMap<string, Attachment>) => {
  const keyOf = (address: string) => address.replace(/^https?:/, "").replace(/[?#].*$/, "");
  const byAddress = new Map([...attachments.values()].map(({ address }) => [keyOf(address), address]));
  return (address: string, attributes: Readonly<Record<string, string>>): string => {
    const key = keyOf(address);
    const whole = key.replace(/-\d+x\d+(?=\.\w+$)/, "");
    const candidates = [
      key,
      whole,
      whole.replace(/(?=\.\w+$)/, "-scaled"),
      whole.replace(/-scaled(?=\.\w+$)/, ""),
    ];
    const found = candidates.map((each) => byAddress.get(each)).find((each) => each !== undefined);
    const id = /\bwp-image-(\d+)\b/.exec(attributes.class ?? "")?.[1] ?? attributes["data-id"];
    return found ?? (id === undefined ? undefined : attachments.get(id)?.address) ?? address;
  };
};
