import { beforeAll, expect, test } from "vitest";
import { useAdminSite } from "./admin-site.ts";
import { expectNoFaults } from "./looking.ts";

const site = useAdminSite();

beforeAll(async () => {
  const post = await site.ask("POST", "/api/editor/posts/", {
    ...{ title: "ערב בביצה", slug: "erev", parent: { id: site.blog() }, tags: ["אנפה"], overview: [] },
    detail_markdown:
      "זוהי פסקה בעברית עם `code` ומספר 61 ו-reed באמצע.\n\n- פריט ראשון\n- פריט שני\n\n> ציטוט קצר\n\n```js\nconst x = 1;\n```",
  });
  await site.ask("POST", `/api/editor/posts/${post.id}/publish/`);
});

/** Where the marks of a text are that is written from right to left. */
const sides = `(() => {
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  return {
    list: [style("article ul").direction, style("article ul").paddingRight !== "0px"],
    quotation: [style("article blockquote").borderRightStyle, style("article blockquote").borderLeftStyle],
    code: style("article pre").direction,
    frame: style("header.site").direction,
  };
})()`;

test.each(["plain", "essay", "podcast"])(
  "Hebrew has its marks at its beginning in the theme %s",
  async (theme) => {
    await site.showInEachWindow(`/notes/erev/?theme=${theme}`, `hebrew-${theme}`, {}, async ({ page }) => {
      expect(await page.evaluate(sides)).toEqual({
        list: ["rtl", true],
        // The theme essay has no bar.
        quotation: [theme === "essay" ? "none" : "solid", "none"],
        code: "ltr",
        frame: "ltr",
      });
      await expectNoFaults(page);
    });
  },
);
