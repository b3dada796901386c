import { describe, expect, test } from "vitest";
import { readText } from "#cli/publish/body/read-text.ts";
import { plainMarkdown } from "#cli/publish/body/templates.ts";
import { richTextFeatureNames } from "#lib/richtext/features.ts";

/** Of a text that begins on line 1: its blocks, with files for the ids of media, and what is not kept. */
const read = (...lines: readonly string[]) => {
  const body = readText(lines.join("\n"), 1, { features: richTextFeatureNames });
  const blocks = body.detail.map(({ media, block }) => {
    const { type, value } = block(media.map((_, index) => index + 1));
    const files = media.map(({ file }) => file);
    return type === "paragraph" ? value : files.length > 0 ? { [type]: files } : { [type]: value };
  });
  return {
    blocks,
    problems: body.problems,
    removed: body.removed.map(({ line, message }) => `${line}: ${message}`),
  };
};

describe("templates of Hugo, Jekyll and Eleventy are never printed as they are written", () => {
  test("figures are pictures, with their captions where they stand alone", () => {
    expect(
      read(
        '{{< figure src="a b.png" alt="A <b>" caption="Sea \\"one\\"" >}}',
        "",
        "{{< figure",
        '  src="c.png" >}}',
        "",
        '{% include figure.html image_path="/d.png" %} {% image "./e.png", "E" %}',
      ),
    ).toEqual({
      blocks: [{ gallery: ["a b.png"] }, { image: ["c.png"] }, { gallery: ["/d.png", "./e.png"] }],
      problems: [],
      removed: [],
    });
  });

  test("players and posts of other places are links, and told", () => {
    expect(
      read(
        "{{< youtube aB-c >}}",
        "{{< vimeo id=12 >}}",
        '{{< tweet user="u" id="34" >}}',
        "{% gist v/56 %}",
      ),
    ).toMatchObject({
      blocks: [
        expect.stringMatching(
          /watch\?v=aB-c<.*vimeo\.com\/12<.*x\.com\/u\/status\/34<.*gist\.github\.com\/v\/56</,
        ),
      ],
      removed: [
        "1: The shortcode youtube is a link now: https://www.youtube.com/watch?v=aB-c",
        "2: The shortcode vimeo is a link now: https://vimeo.com/12",
        "3: The shortcode tweet is a link now: https://x.com/u/status/34",
        "4: The shortcode gist is a link now: https://gist.github.com/v/56",
      ],
    });
  });

  test("players that a site embeds stand as their addresses, or with their titles, if they stand alone", () => {
    const rules = { isEmbed: (address: string) => address.startsWith("https://www.youtube.com/") };
    const text = [
      "{{< youtube id=aB3_-dEfGh1 title='Teal \"at\" [dawn]' >}}",
      "",
      "{% include youtube.html id='aB3_-dEfGh1' start=90 %}",
      "",
      "{{< youtube aB3_-dEfGh1 >}} in a line",
      "",
      "{{< vimeo 12 >}}",
      "",
      "{% include youtube.html id=page.video %}",
    ];
    const plain = plainMarkdown(text.join("\n"), rules);
    const watch = "https://www.youtube.com/watch?v=aB3_-dEfGh1";
    expect(plain.text.split("\n").filter((line) => line !== "")).toEqual([
      `![Teal "at" \\[dawn\\]](<${watch}>)`,
      `<${watch}&t=90s>`,
      `<${watch}> in a line`,
      "<https://vimeo.com/12>",
    ]);
    expect(plain.notes).toEqual([
      { kind: "link", line: 5, text: `youtube: ${watch}` },
      { kind: "link", line: 7, text: "vimeo: https://vimeo.com/12" },
      { kind: "shortcode", line: 9, text: text[8] },
    ]);
  });

  test("captions are kept to the letter, and the end of one that has no room is told", () => {
    const long = `${"a".repeat(249)} b c`;
    expect(read('{{< figure src="a.png" caption="R&amp;D \\"x\\"" >}}').blocks).toEqual([
      { gallery: ["a.png"] },
    ]);
    expect(plainMarkdown('{{< figure src="a.png" caption="R&amp;D" >}}').text).toBe(
      '![](<a.png> "R\\&amp;D")',
    );
    expect(read(`{{< figure src="a.png" caption="${long}" >}}`)).toMatchObject({
      blocks: [{ gallery: ["a.png"] }],
      removed: [expect.stringMatching(/^1: This is not kept: the end of a caption: /)],
    });
  });

  test("highlighted code is code, whatever stands in it", () => {
    expect(
      read(
        "{% highlight ruby linenos %}",
        "a",
        "",
        "    {{ b }} ```",
        "{% endhighlight %}",
        "c",
        "",
        "{{< highlight go >}}",
        "d",
        "{{< /highlight >}}",
      ),
    ).toEqual({
      blocks: [
        { code: { language: "ruby", source: "a\n\n    {{ b }} ```" } },
        "<p>c</p>",
        { code: { language: "go", source: "d" } },
      ],
      problems: [],
      removed: [],
    });
  });

  test("others are left out and told, and the text that they stand around stays", () => {
    expect(
      read(
        "{{% notice tip %}}",
        "Stay *a*.",
        "{{% /notice %}}",
        "",
        "{% if x %}b{% else %}c{% endif %} {{ page.title }} d",
        "{% assign x = 1 %}{% include footer.html %}e {# f #}{{/* g */}}{% comment %}h{% endcomment %}",
      ),
    ).toEqual({
      blocks: ["<p>Stay <i>a</i>.</p><p>bc d e</p>"],
      problems: [],
      removed: [
        "1: The shortcode {{% notice tip %}} is not kept.",
        "5: The shortcode {% if x %} is not kept.",
        "5: The template {{ page.title }} is not kept.",
        "6: The shortcode {% assign x = 1 %} is not kept.",
        "6: The shortcode {% include footer.html %} is not kept.",
      ],
    });
  });

  test("the address of the site is its root, and filters of addresses say nothing more", () => {
    expect(
      read("![]({{ site.baseurl }}/a.png) ![]({{ '/b.png' | relative_url }})", "", "[c]({{ site.url }}/c/)")
        .blocks,
    ).toEqual([{ gallery: ["/a.png", "/b.png"] }, '<p><a href="/c/">c</a></p>']);
  });

  test("what is written to be shown is text, and what is escaped stays", () => {
    expect(read("{% raw %}{{ a }} <b>{% endraw %} {{</* c */>}} \\{{ d }}")).toEqual({
      blocks: ["<p>{{ a }} &lt;b&gt; {{&lt; c &gt;}} {{ d }}</p>"],
      problems: [],
      removed: [],
    });
  });

  test.each([
    { name: "between fences", lines: ["```", "{% raw %}{{ a }}{% endraw %}", "{{< b >}}", "```"] },
    { name: "between fences in a list", lines: ["- x", "  ~~~", "  {{ a }}", "  ~~~"] },
    { name: "between fences in a quote", lines: ["> ```", "> {% a %}", "> ```"] },
    { name: "that is indented", lines: ["x", "", "    {{ a }}"] },
    { name: "in a sentence", lines: ["x `{{ a }}` and ``{% b ` c %}``"] },
    {
      name: "that shows how to highlight",
      lines: ["````", "{% highlight a %}", "b", "{% endhighlight %}", "````"],
    },
  ])("code $name is left alone", ({ lines }) => {
    expect(plainMarkdown(lines.join("\n"))).toEqual({ text: lines.join("\n"), notes: [] });
  });

  test("attribute lists go, on lines of their own, behind links and at the ends of headings", () => {
    expect(
      read(
        '*a*{: .b_c} [d](e/){: target="_blank"} [f](g/){.h}',
        "{: .lead}",
        "",
        "## I {.c}",
        "",
        "- Contents",
        "{:toc}",
        "",
        "{.wide}",
      ),
    ).toMatchObject({
      blocks: ['<p><i>a</i> <a href="e/">d</a> <a href="g/">f</a></p><h2>I</h2>'],
      removed: [
        "1: The attributes {: .b_c} are not kept.",
        '1: The attributes {: target="_blank"} are not kept.',
        "1: The attributes {.h} are not kept.",
        "2: The attributes {: .lead} are not kept.",
        "4: The attributes {.c} are not kept.",
        "9: The attributes {.wide} are not kept.",
      ],
    });
  });

  test("each line stays where it is, whatever stands on it", () => {
    const text = [
      "{{< a",
      "b",
      ">}} x",
      "{% comment %}",
      "c",
      "{% endcomment %}",
      "y",
      "{% highlight d %}",
      "{% endhighlight %}",
      "z",
    ].join("\n");
    const lines = plainMarkdown(text).text.split("\n");
    expect([lines.length, lines[2]?.trim() || lines[0]?.trim(), lines[6], lines[9]]).toEqual([
      10,
      "x",
      "y",
      "z",
    ]);
  });
});
