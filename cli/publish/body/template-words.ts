/** What a tag of a template becomes: Markdown, and perhaps the address that is a link now. */
export interface TagMeaning {
  readonly text: string;
  readonly link?: string;
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
  if (caption === "" || !isAlone) return { text: picture(src, alt, caption) };
  const image = `<img src="${escaped(encoded(src))}" alt="${escaped(alt)}">`;
  return { text: `<figure>${image}<figcaption>${escaped(caption)}</figcaption></figure>` };
};

const picture = (src: string, alt: string, caption: string): string => {
  const title = caption === "" ? "" : ` "${caption.replace(/\s+/g, " ").replace(/["\\]/g, "\\$&")}"`;
  return `![${alt.replace(/\s+/g, " ").replace(/[[\]\\]/g, "\\$&")}](<${encoded(src)}>${title})`;
};

const encoded = (address: string): string => address.replace(/[<>\n]/g, encodeURIComponent);

const escaped = (text: string): string =>
  text.replace(/\s+/g, " ").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const linked = (address: string): TagMeaning => ({ text: `<${address}>`, link: address });

const byId =
  (addressOf: (id: string) => string): Meaning =>
  ({ plain, named }) => {
    const id = named.id ?? plain[0] ?? "";
    if (/^https?:\/\/[^\s<>]+$/i.test(id)) return linked(id);
    return /^[\w./-]+$/.test(id) ? linked(addressOf(id)) : undefined;
  };

const youtube = byId((id) => `https://www.youtube.com/watch?v=${id}`);
const vimeo = byId((id) => `https://vimeo.com/${id}`);

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
  instagram: byId((id) => `https://www.instagram.com/p/${id}/`),
  ...{ audio: recording("audio"), video: recording("video") },
  ...{ ref: named, relref: named, post_url: named, link: named },
  ...{ raw: nothing, endraw: nothing, rawhtml: nothing, "/rawhtml": nothing, more: nothing },
};

/** True for a name that links to a post. */
export const isPostName = ({ text }: TagMeaning): boolean => text.startsWith(nameScheme);
