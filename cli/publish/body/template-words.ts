import { addressOfVideo } from "#cli/html/embeds.ts";
import { maxCaptionLength, pictureText } from "#cli/html/pictures.ts";
import { percentDecoded } from "#cli/percent-decoded.ts";

/** What a tag of a template becomes. */
export interface TagMeaning {
  /** Markdown. */
  readonly text: string;
  /** The address of a player or post of another site, to which the Markdown is a link. */
  readonly link?: string;
  /** The Markdown where the site embeds the address, and the tag stands alone. */
  readonly embed?: string;
}

/** The words of a tag: its name, its arguments in order, and those with names. */
export interface TagWords {
  readonly name: string;
  readonly plain: readonly string[];
  readonly named: Readonly<Record<string, string>>;
}

/** Reads `figure src="a.png" "b"`, `include figure.html src=x` and the like. */
export const tagWords = (inner: string): TagWords => {
  const words = [
    ...inner.matchAll(
      /(?:([\w.-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s,"'`=]+))/g,
    ),
  ].map(([, key, ...values]) => ({
    key,
    value: (values.find((value) => value !== undefined) ?? "").replace(/\\(["'\\])/g, "$1"),
  }));
  const [first, ...others] = words;
  return {
    name: first && first.key === undefined ? first.value : "",
    plain: others.flatMap(({ key, value }) => (key === undefined ? [value] : [])),
    named: Object.fromEntries(
      others.flatMap(({ key, value }) => (key === undefined ? [] : [[key.toLowerCase(), value]])),
    ),
  };
};

/** The scheme of links to posts by their names, which `linksAmong` resolves. */
export const nameScheme = "lectern-post:";

/** The meaning of a shortcode of Hugo or a tag of Liquid and Nunjucks; undefined if it has none here. */
export const meaningOf = (words: TagWords, isAlone: boolean): TagMeaning | undefined => {
  if (words.name === "include" || words.name === "include_relative") {
    const [file = "", ...plain] = words.plain;
    const name = file.replace(/^.*\//, "").replace(/\.\w+$/, "");
    return included.has(name) ? meaningOf({ ...words, name, plain }, isAlone) : undefined;
  }
  return meanings[words.name.toLowerCase()]?.(words, isAlone);
};

/** Files to include whose names say what they are. */
const included = new Set(["figure", "image", "img", "video", "youtube", "vimeo", "audio"]);

type Meaning = (words: TagWords, isAlone: boolean) => TagMeaning | undefined;

const figure: Meaning = ({ plain, named }, isAlone) => {
  const src = named.src ?? named.image_path ?? named.url ?? named.path ?? named.file ?? plain[0] ?? "";
  if (src === "") return undefined;
  const alt = named.alt ?? plain[1] ?? "";
  const caption = named.caption ?? named.title ?? "";
  // Of a caption in a figure, the end that has no room is told.
  if (!isAlone || caption.length <= maxCaptionLength) return { text: picture(src, alt, caption) };
  const image = `<img src="${escaped(encoded(src))}" alt="${escaped(alt)}">`;
  return { text: `<figure>${image}<figcaption>${escaped(caption)}</figcaption></figure>` };
};

const picture = (src: string, alt: string, caption: string): string => {
  const title = caption === "" ? "" : ` "${caption.replace(/\s+/g, " ").replace(/["\\&]/g, "\\$&")}"`;
  return `![${alt.replace(/\s+/g, " ").replace(/[[\]\\&]/g, "\\$&")}](<${encoded(src)}>${title})`;
};

const encoded = (address: string): string => address.replace(/[<>\n]/g, encodeURIComponent);

const escaped = (text: string): string =>
  text.replace(/\s+/g, " ").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const linked = (address: string, title = ""): TagMeaning => {
  const text = `<${address}>`;
  return { text, link: address, embed: title === "" ? text : picture(address, pictureText(title), "") };
};

const videoOf =
  (provider: "youtube" | "vimeo"): Meaning =>
  ({ plain, named: { id = plain[0] ?? "", title, start = "" } }) => {
    const address = addressOfVideo(provider, id);
    const isTimed = provider === "youtube" && /^\d+$/.test(start) && address !== id;
    return address === undefined ? undefined : linked(isTimed ? `${address}&t=${start}s` : address, title);
  };

const youtube = videoOf("youtube");
const vimeo = videoOf("vimeo");

const status: Meaning = ({ plain, named }) => {
  const id = named.id ?? plain[0] ?? "";
  return /^\d+$/.test(id) ? linked(`https://x.com/${named.user ?? "i"}/status/${id}`) : undefined;
};

const recording =
  (element: "audio" | "video"): Meaning =>
  (words, isAlone) => {
    const { plain, named } = words;
    if (named.provider === "youtube") return youtube(words, isAlone);
    if (named.provider === "vimeo") return vimeo(words, isAlone);
    const src = named.src ?? named.file ?? named.url ?? plain[0] ?? "";
    return src === "" ? undefined : { text: `<${element} src="${escaped(encoded(src))}"></${element}>` };
  };

const gist: Meaning = ({ plain: [first = "", second] }) => {
  const name = second === undefined ? first : `${first}/${second}`;
  return /^[\w./-]+$/.test(name) ? linked(`https://gist.github.com/${name}`) : undefined;
};

const named: Meaning = ({ plain, named: { path } }) => {
  const name = path ?? plain[0] ?? "";
  return name === "" ? undefined : { text: nameScheme + encodeURI(name).replace(/[()]/g, escape) };
};

const nothing: Meaning = () => ({ text: "" });

const meanings: Readonly<Record<string, Meaning>> = {
  ...{ figure, image: figure, img: figure, picture: figure },
  ...{ youtube, vimeo, gist, tweet: status, twitter: status, x: status },
  ...{ youtubelite: youtube, "youtube-lite": youtube },
  instagram: ({ plain: [first = ""], named: { id = first } }) =>
    /^[\w-]+$/.test(id) ? linked(`https://www.instagram.com/p/${id}/`) : undefined,
  ...{ audio: recording("audio"), video: recording("video") },
  ...{ ref: named, relref: named, post_url: named, link: named },
  ...{ raw: nothing, endraw: nothing, rawhtml: nothing, "/rawhtml": nothing, more: nothing },
};

/** The name that such a link has. */
export const postNameIn = ({ text }: TagMeaning): string => percentDecoded(text.slice(nameScheme.length));

/** A path or address, in what would end it in Markdown. */
export const asDestination = (address: string): string =>
  address.replace(/[\s<>]/g, encodeURIComponent).replace(/[()]/g, escape);

/** True for a name that links to a post. */
export const isPostName = ({ text }: TagMeaning): boolean => text.startsWith(nameScheme);
