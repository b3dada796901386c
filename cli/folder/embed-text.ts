import { isDeepStrictEqual } from "node:util";
import type { BodyPart } from "#cli/publish/body/body-part.ts";
import { type BodyRules, readText } from "#cli/publish/body/read-text.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import { externalEmbedName } from "#lib/blocks/ready/external-embed-block.ts";
import { escapedInLink, escapedMarkdown, isCaptioned, pictureAsText } from "./picture-text.ts";

/**
 * The shortest Markdown that a site reads as this embed: an address alone, one in the place of a picture's
 * file, or a picture that is a link. Undefined if there is none. The picture is named by its file.
 */
export const embedText = (value: unknown, rules: BodyRules): string | undefined => {
  if (!isObject(value)) return undefined;
  const { url, title = "", image = null } = value;
  const picture = image === null || isCaptioned(image) ? undefined : pictureAsText(image);
  if (typeof url !== "string" || typeof title !== "string" || (image !== null && !picture)) return undefined;
  const { file, alt_text: alt = "" } = (image ?? {}) as Record<string, unknown>;
  const wanted = [{ url, title, image: image && { file, alt } }];
  return formsOf(url, title, picture).find((text) => {
    const { detail, problems } = readText(text, 1, rules);
    return problems.length === 0 && isDeepStrictEqual(detail.map(embedIn), wanted);
  });
};

const formsOf = (url: string, title: string, picture: string | undefined): readonly string[] => {
  const destinations = [url, `<${url}>`, `<${escapedInLink(url)}>`];
  if (picture) {
    const said = title === "" ? "" : ` "${escapedInLink(title)}"`;
    return destinations.map((destination) => `[${picture}](${destination}${said})`);
  }
  const titled = destinations.map((destination) => `![${escapedMarkdown(title)}](${destination})`);
  return title === "" ? [url, `<${url}>`, ...titled] : titled;
};

/** What an author says of an embed; undefined for other blocks. */
const embedIn = ({ block, media: [picture] }: BodyPart): unknown => {
  const { type, value } = block([0]);
  if (type !== externalEmbedName || !isObject(value)) return undefined;
  const { url, title } = value;
  return { url, title, image: picture ? { file: picture.file, alt: picture.alt ?? "" } : null };
};
