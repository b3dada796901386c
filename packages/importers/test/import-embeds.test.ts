import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { keptFeatureNames, readText, withReadyBlocks } from "#importers/lectern.ts";
import { useWorld } from "../../../test/support/world.ts";
import { htmlSources } from "./html-sources.ts";
import { useImporting } from "./importing.ts";

useWorld();
const { importHtml, importOf } = useImporting();

const id = "aB3_-dEfGh1";
const watch = `https://www.youtube.com/watch?v=${id}`;

/** The addresses of embeds in a text, as `lectern publish` reads it on a site with the manifest. */
const embedsIn = ({ body, manifest }: { readonly body: string; readonly manifest: string }) => {
  const { ready_blocks: names = [], embed_hosts: hosts } = parse(manifest).site;
  const custom = withReadyBlocks(undefined, names, hosts);
  return readText(body, 1, { features: keptFeatureNames, custom })
    .detail.map(({ block }) => block([]))
    .flatMap(({ type, value }) => (type === "external_embed" ? [(value as { url: string }).url] : []));
};

const aboutEmbeds = (notes: readonly string[]) => notes.filter((note) => /^(?:embed|element)/.test(note));

const sayingHosts = (...hosts: readonly string[]) =>
  `  ready_blocks:\n    - external_embed\n  embed_hosts:\n${hosts.map((host) => `    - ${host}\n`).join("")}`;

describe("frames and addresses of other sites", () => {
  test.each(Object.keys(htmlSources))(
    "of %s are embeds of their pages, with what is written below them",
    async (name) => {
      const { body, notes, manifest } = await importHtml(
        `<p>Before</p><figure class="wp-block-embed"><div><iframe title="Teal at dawn" src="https://www.youtube.com/embed/${id}?start=90&amp;feature=oembed"></iframe></div><figcaption>By <a href="https://x.example/">Bo</a></figcaption></figure><p>${watch}</p><p>After</p>`,
        name,
      );
      expect(embedsIn({ body, manifest })).toEqual([`${watch}&t=90s`, watch]);
      expect(body).toBe(
        `Before\n\n![Teal at dawn](${watch}&t=90s)\n\nBy [Bo](https://x.example/)\n\n${watch}\n\nAfter\n`,
      );
      expect(aboutEmbeds(notes)).toEqual([]);
      expect(manifest).toContain(sayingHosts("youtube.com"));
    },
  );

  test.each([
    [`//www.youtube-nocookie.com/embed/${id}?rel=0`, watch],
    [`http://www.youtube.com/v/${id}&hl=en&fs=1`, watch],
    [`https://www.youtube.com/embed/${id}?list=PL1&start=5`, `${watch}&list=PL1&t=5s`],
    [
      "https://player.vimeo.com/video/76979871?h=8272103f6e&amp;dnt=1#t=1m5s",
      "https://vimeo.com/76979871/8272103f6e#t=65s",
    ],
    ["https://player.vimeo.com/video/76979871", "https://vimeo.com/76979871"],
    ["https://social.example/@iris/112233/embed", "https://social.example/@iris/112233"],
    [
      "https://embed.bsky.app/embed/did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3l6oveex3ii2l?id=1",
      "https://bsky.app/profile/did:plc:z72i7hdynmk6r22z27h6tvur/post/3l6oveex3ii2l",
    ],
  ])("whose frame is %s lead to its page", async (frame, page) => {
    const { body, notes, manifest } = await importHtml(
      `<iframe src="${frame}" title="YouTube video player"></iframe>`,
    );
    expect(embedsIn({ body, manifest })).toEqual([page]);
    expect(body).not.toContain("video player");
    expect(aboutEmbeds(notes)).toEqual([]);
  });

  test("that are loaded late, or by a plug-in of the time, are found", async () => {
    const { body, notes, manifest } = await importHtml(
      `<iframe src="about:blank" data-src="https://www.youtube.com/embed/${id}"></iframe>
<object width="1"><param name="movie" value="http://www.youtube.com/v/${id}"><embed src="http://www.youtube.com/v/${id}"></object>
<embed src="https://vimeo.com/1">`,
    );
    expect(embedsIn({ body, manifest })).toEqual([watch, watch, "https://vimeo.com/1"]);
    expect(aboutEmbeds(notes)).toEqual([]);
  });

  test.each([
    "https://maps.example/embed?pb=1",
    "https://www.youtube.com/embed/videoseries?list=PL1",
    "https://www.youtube.com/embed/live_stream?channel=UC1",
    "https://evil.example/?https://www.youtube.com/embed/aB3_-dEfGh1",
  ])("of which there is no template are links, and told: %s", async (address) => {
    const { body, notes, manifest } = await importHtml(`<iframe src="${address}"></iframe>`);
    expect(body).toContain(`](${address})`);
    expect(aboutEmbeds(notes)).toEqual([`embed: iframe: ${address}`]);
    expect(manifest).not.toContain("external_embed");
  });

  test("stand below what they cannot stand in", async () => {
    const { body, manifest } = await importHtml(
      `<ul><li>one <iframe src="https://www.youtube.com/embed/${id}"></iframe></li></ul><div class="callout"><p>a</p><iframe src="https://vimeo.com/1"></iframe></div><table><tr><td>b<iframe src="https://vimeo.com/2"></iframe></td></tr></table>`,
    );
    expect(embedsIn({ body, manifest })).toEqual([watch, "https://vimeo.com/1", "https://vimeo.com/2"]);
    expect(body).toMatch(/^- one\n[\s\S]+\n> a\n[\s\S]+\n\| b \|\n/);
  });

  test("that quote a post of Bluesky or Mastodon are embeds, and what they say is told", async () => {
    const { body, notes, manifest } = await importHtml(
      `<blockquote class="bluesky-embed" data-bluesky-uri="at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3l6oveex3ii2l"><p>Ice at last.</p></blockquote><blockquote class="mastodon-embed" data-embed-url="https://social.example/@iris/112233/embed">Thin ice.</blockquote><blockquote class="twitter-tweet"><p>Reed <a href="https://twitter.com/iris/status/1">2019</a></p></blockquote><blockquote data-embed-url="https://x.example/">Mist.</blockquote>`,
    );
    expect(embedsIn({ body, manifest })).toEqual([
      "https://bsky.app/profile/did:plc:z72i7hdynmk6r22z27h6tvur/post/3l6oveex3ii2l",
      "https://social.example/@iris/112233",
    ]);
    expect(body).toContain("> Reed [2019](https://twitter.com/iris/status/1)\n");
    expect(body).toContain("> Mist.\n");
    expect(aboutEmbeds(notes)).toEqual(["embed_text: Ice at last.", "embed_text: Thin ice."]);
    expect(manifest).toContain(sayingHosts("bsky.app", "social.example"));
  });
});

describe("embeds as only WordPress writes them", () => {
  test("are blocks, shortcodes, and lines of a classic post", async () => {
    const { body, notes, manifest } = await importHtml(
      `<!-- wp:embed {"url":"${watch}","type":"video"} -->
<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">
${watch}
</div></figure>
<!-- /wp:embed -->
[embed width="500"]https://vimeo.com/1[/embed]
[youtube ${watch}&w=640] [youtube=http://youtu.be/${id}] [vimeo 2] [video src="https://vimeo.com/3"] [embedyt]${watch}[/embedyt]`,
    );
    expect(embedsIn({ body, manifest })).toEqual([
      ...[watch, "https://vimeo.com/1", `${watch}&w=640`, `http://youtu.be/${id}`],
      ...["https://vimeo.com/2", "https://vimeo.com/3", watch],
    ]);
    expect(notes.filter((note) => /^(?:embed|element|shortcode)/.test(note))).toEqual([]);
  });

  test("are lines between others, of which the paragraph is two then, but not addresses in a line", async () => {
    const { body, notes, manifest } = await importHtml(
      `One\n${watch}\nTwo\nsee ${watch}\nhttps://x.example/\n\nhttps://vimeo.com/1\nThree`,
    );
    expect(embedsIn({ body, manifest })).toEqual([watch, "https://vimeo.com/1"]);
    expect(body).toMatch(/^One\n\n[\s\S]+\n\nTwo.*\nsee https?.+\nhttps.+\n\n[\s\S]+\n\nThree\n$/);
    expect(aboutEmbeds(notes)).toEqual([]);
  });
});

describe("embeds of Ghost", () => {
  test("are cards of its HTML, with a caption below them", async () => {
    const { body, notes, manifest } = await importHtml(
      `<figure class="kg-card kg-embed-card kg-card-hascaption"><iframe width="200" height="113" src="https://www.youtube.com/embed/${id}?feature=oembed" title="Teal at dawn"></iframe><figcaption><p><span>Seen</span></p></figcaption></figure><figure class="kg-card kg-embed-card"><blockquote class="twitter-tweet"><p>Ice</p>&mdash; Iris <a href="https://twitter.com/iris/status/1">2019</a></blockquote></figure>`,
      "Ghost",
    );
    expect(embedsIn({ body, manifest })).toEqual([watch]);
    expect(body).toContain("Teal at dawn");
    expect(body).toMatch(
      /\n\nSeen\n\n> Ice\n>\n> — Iris \[2019\]\(https:\/\/twitter\.com\/iris\/status\/1\)\n$/,
    );
    expect(aboutEmbeds(notes)).toEqual([]);
  });

  test.each(["lexical", "mobiledoc"])("are cards of %s, by their addresses", async (editor) => {
    const card = { url: watch, html: "<iframe></iframe>", embedType: "video", caption: "Seen" };
    const other = { url: "https://twitter.com/iris/status/1", html: "<blockquote>Ice</blockquote>" };
    const text =
      editor === "lexical"
        ? { root: { type: "root", children: [card, other].map((each) => ({ type: "embed", ...each })) } }
        : {
            version: "0.3.1",
            sections: [
              [10, 0],
              [10, 1],
            ],
            cards: [
              ["embed", card],
              ["embed", other],
            ],
          };
    const row = {
      id: "1",
      slug: "one",
      title: "One",
      type: "post",
      status: "published",
      visibility: "public",
    };
    const { bodyOf, notes, read } = await importOf(
      "ghost",
      { text: JSON.stringify({ db: [{ data: { posts: [{ ...row, [editor]: JSON.stringify(text) }] } }] }) },
      ...["--site", "https://old.example"],
    );
    const [body, manifest] = [await bodyOf("one.md"), await read("site.yaml")];
    expect(embedsIn({ body, manifest })).toEqual([watch]);
    expect(body).toMatch(/\n\nSeen\n\n\[https:\/\/twitter\.com\/iris\/status\/1\]/);
    expect(aboutEmbeds(notes)).toEqual(["embed: figure: https://twitter.com/iris/status/1"]);
  });
});

describe("embeds of static sites", () => {
  test("are shortcodes of Hugo, frames in HTML, and addresses alone in a paragraph, in Markdown that stays", async () => {
    const lone = "https://social.example/@iris/112233";
    const { bodyOf, notes, read } = await importOf("hugo", {
      files: {
        "hugo.toml": 'baseURL = "https://old.example/"\n',
        "content/posts/one.md": [
          "---",
          "title: One",
          "---",
          `{{< youtube id="${id}" title="Teal at dawn" start=90 >}}`,
          "",
          `One {{< youtube ${id} >}} in a line.`,
          "",
          '<iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e"></iframe>',
          "",
          lone,
          "",
          "https://x.example/@iris/about",
          "",
          '<iframe src="https://maps.example/embed"></iframe>',
          "",
        ].join("\n"),
      },
    });
    const [body, manifest] = [await bodyOf("one.md"), await read("site.yaml")];
    expect(body).toContain(`![Teal at dawn](${watch}&t=90s)\n\nOne <${watch}> in a line.\n\n<iframe src=`);
    expect(embedsIn({ body, manifest })).toEqual([
      `${watch}&t=90s`,
      "https://vimeo.com/76979871/8272103f6e",
      lone,
    ]);
    expect(manifest).toContain(sayingHosts("social.example", "vimeo.com", "youtube.com"));
    expect(notes.toSorted()).toEqual([
      `embed: youtube: ${watch}`,
      "read: The element iframe is a link now: https://maps.example/embed",
    ]);
  });

  test.each([
    ["without a scheme", `<iframe src="//www.youtube.com/embed/${id}"></iframe>`],
    ["in single quotation marks", `<iframe src='https://www.youtube.com/embed/${id}'></iframe>`],
    ["loaded late", `<iframe data-src='//www.youtube-nocookie.com/embed/${id}'></iframe>`],
  ])("are frames in HTML %s, whose hosts the site takes", async (_case, frame) => {
    const { bodyOf, notes, read } = await importOf("hugo", {
      files: {
        "hugo.toml": 'baseURL = "https://old.example/"\n',
        "content/posts/one.md": `---\ntitle: One\n---\nBefore.\n\n${frame}\n`,
      },
    });
    const [body, manifest] = [await bodyOf("one.md"), await read("site.yaml")];
    expect([embedsIn({ body, manifest }), notes]).toEqual([[watch], []]);
  });

  test("are what Jekyll includes by a clear name; what a page or a template says is told", async () => {
    const lines = [
      `{% include youtube.html id="${id}" %}`,
      '{% include video id="76979871" provider="vimeo" %}',
      "{% include youtube.html id=page.video %}",
      '{% include bird.html id="aB3_-dEfGh1" %}',
    ];
    const { bodyOf, notes, read } = await importOf("jekyll", {
      files: {
        "_config.yml": "",
        "_posts/2026-01-12-one.md": `---\ntitle: One\n---\n${lines.join("\n\n")}\n`,
      },
    });
    const [body, manifest] = [await bodyOf("one.md"), await read("site.yaml")];
    expect(embedsIn({ body, manifest })).toEqual([watch, "https://vimeo.com/76979871"]);
    expect(notes).toEqual([`shortcode: ${lines[2]}`, `shortcode: ${lines[3]}`]);
  });
});

test("a site names no more hosts than it may; what others embed are links, and told", async () => {
  const addresses = Array.from({ length: 52 }, (_, number) => `https://s${number}.example/@iris/1`);
  const { body, notes, manifest } = await importHtml(
    addresses.map((address) => `<p>${address}</p>`).join(""),
  );
  expect(embedsIn({ body, manifest })).toHaveLength(50);
  expect(aboutEmbeds(notes)).toEqual(addresses.slice(50).map((address) => `embed: p: ${address}`));
  expect(manifest.match(/\.example$/gm)).toHaveLength(50);
});
