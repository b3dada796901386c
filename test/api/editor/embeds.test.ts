// Proves contract rules: embeds, ready-blocks.

import { beforeEach, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { createPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { call } from "#test/support/call.ts";
import { makeImage } from "#test/support/media.ts";
import { createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

const enable = (embed_hosts?: readonly string[], ready_blocks: readonly string[] = ["external_embed"]) =>
  applyManifest({
    version: 1,
    site: {
      name: "Test site",
      base_url: "https://notes.example",
      ready_blocks,
      ...(embed_hosts && { embed_hosts }),
    },
  });

beforeEach(() => enable());

const url = "https://youtu.be/aB3_-dEfGh1";
const frame = "https://www.youtube-nocookie.com/embed/aB3_-dEfGh1";

const embed = (value: object) => ({ type: "external_embed", value });

const create = (detail: readonly unknown[]) => {
  const body = { parent: { id: world.notes }, title: "A video", slug: freshSlug(), overview: [], detail };
  return call(createPost, { as: "ada", body });
};

describe("an embed", () => {
  test("is kept as it is said, without a frame that is sent", async () => {
    const { body } = await create([
      embed({ url }),
      embed({ url: "https://vimeo.com/76979871", title: "  Dawn ", frame: "https://evil.example/" }),
    ]);
    expect(body.detail).toEqual([
      embed({ url, title: "", image: null }),
      embed({ url: "https://vimeo.com/76979871", title: "Dawn", image: null }),
    ]);
    const again = { base_revision_id: body.latest_revision_id, detail: body.detail };
    expect((await call(updatePost, { as: "ada", params: { id: body.id }, body: again })).body.detail).toEqual(
      body.detail,
    );
  });

  test("of another host is refused with all other problems of the body", async () => {
    const { status, body } = await create([
      embed({ url: "https://video.example/w/1" }),
      embed({ url: "javascript:alert(1)" }),
      embed({ url: "https://youtube.com:444/watch" }),
      embed({ title: "x".repeat(251) }),
    ]);
    expect(status).toBe(400);
    expect(Object.entries(body.errors as object).map(([path, [{ code }]]) => `${path} ${code}`)).toEqual([
      "detail.0.value.url embed_host_not_enabled",
      "detail.1.value.url invalid",
      "detail.2.value.url invalid",
      "detail.3.value.url required",
      "detail.3.value.title invalid",
    ]);
  });

  test("names the hosts that the site takes to authors", async () => {
    await enable(["youtube.com", "social.example"]);
    expect((await call(readEditorSite, { as: "ada" })).body).toMatchObject({
      ready_blocks: ["external_embed"],
      embed_hosts: ["youtube.com", "social.example"],
    });
    await enable(undefined, []);
    expect((await call(readEditorSite, { as: "ada" })).body).not.toHaveProperty("embed_hosts");
  });

  test("of a host that the site no longer takes is a placeholder to editors", async () => {
    const { id } = await createLivePost(world.notes, { detail: [embed({ url })] });
    await enable(["vimeo.com"]);
    expect((await call(readPost, { as: "ada", params: { id } })).body.detail).toEqual([
      { type: "unsupported", value: { stored_type: "external_embed", position: "detail.0" } },
    ]);
  });
});

describe("a page with embeds", () => {
  const policyOf = (headers: Readonly<Record<string, string>>) => headers["content-security-policy"] ?? "";

  const visit = async (slug: string) => {
    const { headers, body } = await call(readSitePage, { params: { path: `notes/${slug}` } } as never);
    return { policy: policyOf(headers as never), html: String(body) };
  };

  test("loads nothing of others, has the frame's address for a script, and permits the frames that it has", async () => {
    const image = await makeImage();
    const { slug } = await createLivePost(world.notes, {
      detail: [embed({ url, title: 'Dawn "chorus"', image: image.id })],
    });
    const { policy, html } = await visit(slug);
    expect(html).toContain(`data-frame="${frame}"`);
    expect(html).toContain(`<a href="${url}">Dawn &quot;chorus&quot;</a>`);
    expect(html).toMatch(/<div class="panel"[^>]*><figure class="image"><img src="\/media\//);
    expect(html).toMatch(/<script type="module" src="\/_scripts\/embeds-/);
    expect(html).not.toContain("<iframe");
    expect(html).not.toMatch(/(?:src|srcset)="https:/);
    expect(policy).toContain("; frame-src https://www.youtube-nocookie.com; ");
    expect(policy).toContain("; script-src 'self'; ");
  });

  test("has no frames of hosts that the site does not take, or no longer", async () => {
    const { slug } = await createLivePost(world.notes, {
      detail: [embed({ url }), embed({ url: "https://vimeo.com/76979871" })],
    });
    await enable(["vimeo.com"]);
    expect((await visit(slug)).policy).toContain("; frame-src https://player.vimeo.com; ");
    await enable(undefined, []);
    const { policy, html } = await visit(slug);
    expect(policy).not.toContain("frame-src");
    expect(html).not.toContain("data-frame");
    expect(html).toContain(`<div class="embed"><p><a href="${url}">${url}</a></p></div>`);
  });

  test("is permitted no frames without embeds", async () => {
    const { slug } = await createLivePost(world.notes);
    const { policy, html } = await visit(slug);
    expect(policy).not.toContain("frame-src");
    expect(html).not.toContain("embeds-");
  });

  test("can be previewed with its frames", async () => {
    const { body } = await create([embed({ url })]);
    const preview = await call(previewPost, { as: "ada", params: { id: body.id } });
    expect(policyOf(preview.headers as never)).toContain("; frame-src https://www.youtube-nocookie.com; ");
    expect(String(preview.body)).toContain(`data-frame="${frame}"`);
  });

  test("shows a link in HTML for programs, and the frame in its body", async () => {
    const { id } = await createLivePost(world.notes, { detail: [embed({ url, title: "Dawn" })] });
    const { body } = await call(readLivePage, { params: { id } });
    const sections = body.body as readonly { readonly type: string; readonly value: unknown }[];
    expect(sections.find(({ type }) => type === "detail")?.value).toEqual([
      expect.objectContaining(embed({ url, title: "Dawn", image: null, frame })),
    ]);
    expect(body.html_detail).toBe(
      `<article><div class="embed"><p><a href="${url}">Dawn</a></p></div></article>`,
    );
  });
});
