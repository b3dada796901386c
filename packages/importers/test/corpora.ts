import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** How many posts a corpus has. */
export const corpusSize = 300;

/** A post of a corpus, in the words by which a test finds it again. */
export interface MovedPost {
  readonly title: string;
  /** Words of its text that must stay. */
  readonly kept: readonly string[];
  /** Words that nobody may read, such as those of scripts. */
  readonly never: readonly string[];
  /** Kinds of blocks that its text has, besides others. */
  readonly blocks: readonly string[];
  /** True if its author has hidden it. */
  readonly isHidden: boolean;
}

/** Words that no other text has, by the post and the part of it. */
class Words {
  readonly kept: string[] = [];
  readonly never: string[] = [];
  readonly blocks = new Set<string>();
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  keep(part: string): string {
    const word = `${part}${this.#number}x`;
    this.kept.push(word);
    return word;
  }

  /** The id of a video, whose address stays in a block of its own. */
  embed(): string {
    const id = `video_${this.#number}`.padEnd(11, "_").slice(0, 11);
    this.kept.push(id);
    this.blocks.add("external_embed");
    return id;
  }

  drop(part: string): string {
    const word = `${part}${this.#number}x`;
    this.never.push(word);
    return word;
  }
}

export const writeFiles = async (folder: string, files: ReadonlyMap<string, string | Buffer>) => {
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
};

interface Corpus {
  readonly posts: readonly MovedPost[];
  readonly files: ReadonlyMap<string, string | Buffer>;
}

const day = (number: number): string =>
  new Date(Date.UTC(2020, 0, 1 + 3 * number)).toISOString().slice(0, 10);

const make = (
  write: (
    number: number,
    words: Words,
    files: Map<string, string | Buffer>,
  ) => Omit<MovedPost, "kept" | "never" | "blocks">,
): Corpus => {
  const files = new Map<string, string | Buffer>();
  const posts = Array.from({ length: corpusSize }, (_, number) => {
    const words = new Words(number);
    const { title, isHidden } = write(number, words, files);
    return { title, isHidden, kept: words.kept, never: words.never, blocks: [...words.blocks] };
  });
  return { posts, files };
};

/** What Markdown of any generator has. All show one picture, and an image has one description. */
const commonMarkdown = (words: Words, picture: string): string => {
  for (const name of ["table", "callout", "footnotes"]) words.blocks.add(name);
  return `Begin ${words.keep("plain")}.

## A heading ${words.keep("heading")}

1. one ${words.keep("ordered")}
2. two

   \`\`\`sh
   echo ${words.keep("listcode")}
   \`\`\`

> quoted ${words.keep("quote")}

> [!WARNING] Thin ice ${words.keep("callouttitle")}
> Mind the ${words.keep("callout")}.

| a | b |
| --- | --: |
| ${words.keep("cell")} | 2 |

Table: What we ${words.keep("tablecaption")}

<table><tr><th>c</th></tr><tr><td>${words.keep("htmlcell")}</td></tr></table>

A note[^n] and <kbd>${words.keep("kbd")}</kbd>.

![A grey heron](${picture})

[^n]: The note ${words.keep("note")}.

<details><summary>${words.keep("summary")}</summary>${words.keep("folded")}</details>

<script>${words.drop("script")}()</script>
<style>.${words.drop("style")} { color: red }</style>
`;
};

/** Hugo's form of front matter changes from post to post. */
const hugoMatter = (number: number, values: Readonly<Record<string, unknown>>): string => {
  const entries = Object.entries(values);
  if (number % 3 === 0)
    return `---\n${entries.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join("\n")}\n---\n`;
  if (number % 3 === 1)
    return `+++\n${entries.map(([key, value]) => `${key} = ${JSON.stringify(value)}`).join("\n")}\n+++\n`;
  return `${JSON.stringify(values, null, 2)}\n`;
};

/** Bundles, shortcodes, two languages, `config/_default`, and all ways to hide a post. */
export const hugoCorpus = (picture: Buffer): Corpus => {
  const corpus = make((number, words, files) => {
    const title = `Hugo ${words.keep("title")}`;
    const hiding = [
      { draft: true },
      { publishDate: "2999-01-01T00:00:00Z" },
      { expiryDate: "2021-01-01T00:00:00Z" },
      { private: true },
      {},
      {},
      {},
      {},
      {},
      {},
    ][number % 10]!;
    const isHidden = Object.keys(hiding).length > 0;
    const isBundle = number % 4 === 0;
    const at = isBundle ? `content/posts/post-${number}/index` : `content/posts/post-${number}`;
    const matter = hugoMatter(number, {
      title,
      date: `${day(number)}T10:00:00Z`,
      tags: ["ice"],
      weight: number,
      ...hiding,
    });
    const own = [
      () => `{{< figure src="${isBundle ? "wide.png" : "/wide.png"}" caption="${words.keep("caption")}" >}}`,
      () => `{{% notice tip %}}\n${words.keep("notice")}\n{{% /notice %}}`,
      () => `{{< highlight go >}}\nfmt.Println("${words.keep("highlight")}")\n{{< /highlight >}}`,
      () => `{{< youtube ${words.embed()} >}}`,
      () => `See [another]({{< ref "post-${(number + 1) % corpusSize}" >}}) ${words.keep("ref")}.`,
      () => `<iframe src="https://www.youtube.com/embed/${words.embed()}?rel=0"></iframe>`,
    ][number % 6]!();
    files.set(
      `${at}.md`,
      `${matter}\n${commonMarkdown(words, isBundle ? "wide.png" : "/wide.png")}\n${own}\n`,
    );
    if (isBundle) files.set(`content/posts/post-${number}/wide.png`, picture);
    if (number % 7 === 0)
      files.set(
        `${at}.de.md`,
        `${hugoMatter(number, { title: `${title} auf Deutsch`, date: day(number) })}\nEis.\n`,
      );
    return { title, isHidden };
  });
  return {
    posts: corpus.posts,
    files: new Map([
      ...corpus.files,
      ["static/wide.png", picture],
      ["content/posts/_index.md", "---\ntitle: Posts\n---\n"],
      ["content/README.md", "# How to write here\n"],
      [
        "config/_default/hugo.toml",
        'baseURL = "https://old.example/"\ntitle = "Ice"\ndefaultContentLanguage = "en"\n\n[permalinks]\nposts = "/:year/:month/:day/:slug/"\n',
      ],
      ["config/_default/languages.toml", "[en]\nweight = 1\n\n[de]\nweight = 2\n"],
    ]),
  };
};

/** Liquid, wrapped and reference pictures, HTML, attributes of kramdown. */
export const jekyllCorpus = (picture: Buffer): Corpus => {
  const corpus = make((number, words, files) => {
    const title = `Jekyll ${words.keep("title")}`;
    const isHidden = number % 6 === 0;
    const isDraft = number % 12 === 0;
    const name = isDraft ? `_drafts/post-${number}.md` : `_posts/${day(number)}-post-${number}.md`;
    const own = [
      () => `{% highlight ruby %}\nputs "${words.keep("highlight")}"\n{% endhighlight %}`,
      () => `{% raw %}{{ ${words.keep("raw")} }}{% endraw %} {% include ${words.drop("include")}.html %}`,
      () => `A wrapped ${words.keep("wrapped")} ![A grey\nheron](/wide.png) picture.`,
      () =>
        `${words.keep("reference")}\n\n![A grey heron][wide]\n\n[wide]: /wide.png "${words.keep("reftitle")}"`,
      () => `A paragraph ${words.keep("lead")}.\n{: .lead }\n\n### Own {#own-id}\n\nSee [it](#own-id).`,
      () =>
        `<figure><img src="/wide.png" alt=""><figcaption>${words.keep("figcaption")}</figcaption></figure>`,
      () => `{% include youtube.html id="${words.embed()}" %}`,
      () => `https://www.youtube.com/watch?v=${words.embed()}`,
    ][Math.floor(number / 2) % 8]!();
    const hidden = isHidden && !isDraft ? "published: false\n" : "";
    files.set(
      name,
      `---\nlayout: post\ntitle: "${title}"\n${hidden}categories: ice\n---\n\n${commonMarkdown(words, "/wide.png")}\n${own}\n`,
    );
    return { title, isHidden };
  });
  return {
    posts: corpus.posts,
    files: new Map([
      ...corpus.files,
      ["wide.png", picture],
      ["README.md", "# The old site\n"],
      ["_config.yml", "title: Ice\nurl: https://old.example\npermalink: /notes/:title/\n"],
    ]),
  };
};

/** Cards of Ghost, half of the posts as HTML and half as Lexical only. */
export const ghostCorpus = (
  host: string,
): { readonly posts: readonly MovedPost[]; readonly text: string } => {
  const rows: unknown[] = [];
  const { posts } = make((number, words) => {
    const title = `Ghost ${words.keep("title")}`;
    const isHidden = number % 5 === 0;
    const status = number % 10 === 0 ? "draft" : "published";
    const visibility = number % 10 === 5 ? "paid" : "public";
    const picture = `${host}/content/images/one.jpg`;
    const text = (words: string) => ({ type: "extended-text", text: words, format: 0 });
    const videoId = words.embed();
    const cards = [
      { type: "image", src: picture, caption: words.keep("caption"), alt: "" },
      {
        type: "bookmark",
        url: "https://x.example/",
        metadata: { title: words.keep("bookmark"), description: words.keep("described") },
      },
      { type: "callout", calloutText: `<p>${words.keep("callout")}</p>`, calloutEmoji: "!" },
      { type: "toggle", heading: words.keep("toggle"), content: `<p>${words.keep("toggled")}</p>` },
      { type: "codeblock", code: words.keep("code"), language: "js" },
      { type: "html", html: `<p>${words.keep("htmlcard")}</p><script>${words.drop("script")}()</script>` },
      {
        type: "gallery",
        images: [
          { src: picture, row: 0 },
          { src: picture, row: 0 },
        ],
        caption: words.keep("gallery"),
      },
      { type: "button", buttonText: words.keep("button"), buttonUrl: "https://x.example/b" },
      { type: "horizontalrule" },
      {
        type: "embed",
        url: `https://www.youtube.com/watch?v=${videoId}`,
        html: "<iframe></iframe>",
        caption: words.keep("embedcaption"),
      },
      { type: "markdown", markdown: `**${words.keep("markdown")}**` },
      {
        type: "html",
        html: `<table><caption>${words.keep("tablecaption")}</caption><tr><th colspan="2">${words.keep("tablehead")}</th></tr><tr><th>${words.keep("rowhead")}</th><td><p>${words.keep("cell")}</p><ul><li>${words.keep("celllist")}</li></ul></td></tr></table><details><summary>${words.keep("summary")}</summary>${words.keep("opened")}</details>`,
      },
    ];
    const card = cards[number % cards.length]!;
    const isLexical = number % 2 === 1;
    const begin = words.keep("plain");
    // Only words of the card that is there are looked for.
    const others = cards
      .filter((each) => each !== card)
      .map((each) => JSON.stringify(each))
      .join();
    for (const list of [words.kept, words.never])
      list.splice(
        0,
        list.length,
        ...list.filter((word) => !others.includes(word) || JSON.stringify(card).includes(word)),
      );
    const lexical = JSON.stringify({
      root: { type: "root", children: [{ type: "paragraph", children: [text(`Begin ${begin}.`)] }, card] },
    });
    const html = `<p>Begin ${begin}.</p><figure class="kg-card kg-image-card"><img src="${picture}"></figure><figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/${videoId}?feature=oembed"></iframe></figure>`;
    if (!isLexical)
      words.kept.splice(
        0,
        words.kept.length,
        ...words.kept.filter((word) => /^(?:title|plain|video)/.test(word)),
      );
    else if (card.type !== "embed") words.blocks.delete("external_embed");
    if (isLexical && /^(?:callout|toggle)$/.test(card.type)) words.blocks.add("callout");
    if (isLexical && JSON.stringify(card).includes("<table>")) words.blocks.add("table");
    if (!isLexical) words.never.splice(0);
    rows.push({
      ...{ id: String(number), title, slug: `post-${number}`, status, visibility, type: "post" },
      ...{ published_at: `${day(number)}T10:00:00.000Z`, html: isLexical ? null : html, lexical },
    });
    return { title, isHidden };
  });
  return { posts, text: JSON.stringify({ db: [{ data: { posts: rows } }] }) };
};
