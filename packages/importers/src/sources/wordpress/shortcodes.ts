import { addressOfVideo, embedAt } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";

export interface ShownPicture {
  readonly address: string;
  readonly alt: string;
  readonly caption: string;
}

export interface ShortcodeSource {
  readonly place: NotePlace;
  /** Pictures by the ids of their attachments; without ids, those of the post. */
  readonly picturesOf: (ids: readonly string[] | undefined) => readonly ShownPicture[];
}

/** The beginning of a shortcode: its name and attributes. */
const opening =
  /\[([a-z][\w-]*)((?:=https?:\/\/[^\s\]"'<>]+)?(?:\s+https?:\/\/[^\s\]"'<>]+|\s+[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s\]"']+)|\s+(?:"[^"]*"|'[^']*'|[^\s\]"'=[<>]+))*)\s*\/?\]/gi;

/** Beginnings of text in which brackets mean nothing. */
const verbatim = /<(pre|code|script)\b|<!--|<[a-z/][^<>]*>/gi;

/** WordPress's own shortcodes as HTML; others are noted. Lines stay where they are. */
export const withoutShortcodes = (html: string, source: ShortcodeSource): string => {
  let line = 1;
  let written = "";
  for (const { text, isVerbatim } of partsOf(html)) {
    written += isVerbatim ? text : replaced(text, line, source);
    line += text.split("\n").length - 1;
  }
  return written;
};

function* partsOf(html: string): Generator<{ readonly text: string; readonly isVerbatim: boolean }> {
  /** Ends that do not come any more, so that they are looked for once. */
  const missing = new Set<string>();
  let at = 0;
  const compared = html.toLowerCase();
  for (const { 0: begin, 1: name, index } of html.matchAll(verbatim)) {
    if (index < at) continue;
    const end = name ? `</${name.toLowerCase()}>` : begin === "<!--" ? "-->" : "";
    const found = end === "" || missing.has(end) ? -1 : compared.indexOf(end, index);
    if (end !== "" && found < 0) missing.add(end);
    const stop = found < 0 ? index + begin.length : found + end.length;
    yield { text: html.slice(at, index), isVerbatim: false };
    yield { text: html.slice(index, stop), isVerbatim: true };
    at = stop;
  }
  yield { text: html.slice(at), isVerbatim: false };
}

const replaced = (text: string, firstLine: number, source: ShortcodeSource): string => {
  const ends = new Set(
    [...text.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(([, name = ""]) => name.toLowerCase()),
  );
  const compared = text.toLowerCase();
  /** Shortcodes that are left out, whose ends are left out too. */
  const dropped = new Set<string>();
  let line = firstLine;
  let counted = 0;
  let written = "";
  let at = 0;
  for (const { 0: whole, 1: tag = "", 2: attributes = "", index } of text.matchAll(opening)) {
    if (index < at || index < counted) continue;
    const name = tag.toLowerCase();
    line += text.slice(counted, index).split("\n").length - 1;
    counted = index;
    const place = source.place.below(line);
    const begin = index + whole.length;
    // WordPress shows `[[name]]` as `[name]`.
    if (text[index - 1] === "[" && text[begin] === "]") {
      written += text.slice(at, index - 1) + whole;
      at = begin + 1;
      continue;
    }
    const end = ends.has(name) ? compared.indexOf(`[/${name}]`, begin) : -1;
    const inner = end < 0 ? undefined : text.slice(begin, end);
    const first = /^[=\s]\s*([^\s"']+)/.exec(attributes)?.[1];
    const html = shortcodeHtml(name, { ...attributesIn(attributes), ...(first && { first }) }, inner, source);
    const isDoubtful =
      html === undefined && attributes.trim() === "" && inner === undefined && !/[-_]/.test(name);
    if (isDoubtful) place.note("shortcode_text", whole);
    else if (html === undefined) place.note("shortcode", whole);
    if (html === undefined && end >= 0) dropped.add(name);
    written += text.slice(at, index) + (isDoubtful ? whole : (html ?? ""));
    at = html === undefined || end < 0 ? begin : end + name.length + 3;
  }
  written += text.slice(at);
  return dropped.size === 0
    ? written
    : written.replace(/\[\/([a-z][\w-]*)\]/gi, (end, name: string) =>
        dropped.has(name.toLowerCase()) ? "" : end,
      );
};

const attributesIn = (written: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...written.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g)].map(
      ([, key = "", one, two, three]) => [key.toLowerCase(), one ?? two ?? three ?? ""],
    ),
  );

const shortcodeHtml = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  inner: string | undefined,
  { picturesOf }: ShortcodeSource,
): string | undefined => {
  switch (name) {
    case "embed":
      return inner === undefined && !attributes.src
        ? undefined
        : `<p>${(inner ?? attributes.src)?.trim()}</p>`;
    case "youtube":
    case "embedyt":
    case "vimeo": {
      const said = [inner, attributes.url, attributes.src, attributes.id, attributes.first].find((text) =>
        text?.trim(),
      );
      const address = addressOfVideo(name === "vimeo" ? name : "youtube", said ?? "");
      return address && `<p>${address}</p>`;
    }
    case "gallery": {
      const ids = (attributes.ids ?? attributes.include)?.split(",").map((id) => id.trim());
      const pictures = picturesOf(ids).map(
        ({ address, alt, caption }) =>
          `<figure><img src="${quoted(address)}" alt="${quoted(alt)}"/>${caption ? `<figcaption>${caption}</figcaption>` : ""}</figure>`,
      );
      return pictures.length === 0 ? undefined : `<div class="gallery">${pictures.join("")}</div>`;
    }
    case "audio":
    case "video": {
      const address = ["src", "mp3", "m4a", "ogg", "wav", "mp4", "m4v", "webm"]
        .map((key) => attributes[key])
        .find(Boolean);
      if (address && embedAt(address.replaceAll("&amp;", "&"))) return `<p>${address}</p>`;
      return address === undefined ? undefined : `<${name} src="${quoted(address)}"></${name}>`;
    }
    default:
      return undefined;
  }
};

const quoted = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Pictures with captions hold tags, which the shortcodes above do not. */
export const withFigures = (html: string): string =>
  html.replace(
    /\[(caption|wp_caption)\b([^\]]{0,2000})\]((?:(?!\[\/?\1)[\s\S])*)\[\/\1\]/gi,
    (_, _name: string, written: string, inner: string) => {
      const [, picture = "", text = ""] = /^\s*((?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i.exec(
        inner,
      ) ?? ["", inner];
      const caption = text.trim() || (attributesIn(written).caption ?? "");
      return `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;
    },
  );
