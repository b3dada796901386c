import { describe, expect, test } from "vitest";
import { partsSha256Of } from "../../../lib/files/part-checksum.ts";
import { applyManifest } from "../../../lib/manifest/apply.ts";
import { partBytesFor } from "../../../lib/media/upload.ts";
import { samplePicture } from "../../../test/support/sample-picture.ts";
import { useServedFiles } from "../../../test/support/served-files.ts";
import { freshSlug, useWorld } from "../../../test/support/world.ts";
import {
  createEditor,
  createReader,
  type Editor,
  type FollowedPage,
  type FollowOptions,
  type Page,
  type Reader,
  Refusal,
  Unreachable,
  uploadFileOf,
} from "../src/index.ts";
import { partsChecksum } from "../src/upload.ts";

const world = useWorld();
const service = useServedFiles();

type Fetch = typeof fetch;

const quick = { firstWaitMs: 1 };

const editorWith = (fetchWith: Fetch = fetch): Editor =>
  createEditor({ url: service.url, token: "ada", fetch: fetchWith, ...quick });

const draftOf = (title: string) => ({
  title,
  slug: freshSlug(),
  parent: { id: world.notes },
  overview: [],
  detail_markdown: `Of **${title}**.`,
});

const livePost = async (title: string) => {
  const { posts } = editorWith();
  return posts.publish(await posts.create(draftOf(title)));
};

/** The path and query of a request of the client. */
const pathOf = (input: Parameters<Fetch>[0]): string => String(input).slice(service.url.length);

/** Loses the answers of the first requests that `isLost` names: the service has done what it was asked. */
const losing =
  (isLost: (path: string, init: RequestInit) => boolean, times = 1): Fetch =>
  async (input, init = {}) => {
    const answer = await fetch(input, init);
    if (!isLost(pathOf(input), init) || times-- === 0) return answer;
    await answer.arrayBuffer();
    throw new TypeError("fetch failed", { cause: new Error("the connection was reset") });
  };

const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
};

describe("an editor", () => {
  test("takes a post from draft to bin, with the revision that each step expects", async () => {
    const { posts } = editorWith();
    const draft = await posts.create(draftOf("Frost"));
    expect(draft).toMatchObject({ title: "Frost", live: false });
    const { json_url } = await posts.createPreviewLink(draft, { expires_in: 3600 });
    const { pathname, search } = new URL(json_url!);
    expect(await (await fetch(service.url + pathname + search)).json()).toMatchObject({
      id: draft.id,
      title: "Frost",
    });
    const edited = await posts.update(draft, { title: "Hoarfrost" });
    expect((await posts.publish(edited)).live).toBe(true);
    expect((await posts.read(draft.id)).title).toBe("Hoarfrost");
    expect((await posts.read(draft.id, { may: true })).may).toMatchObject({ edit: true, publish: false });
    const conflict = await refusalOf(posts.update(draft, { title: "Rime" }));
    expect(conflict).toMatchObject({ status: 409, code: "revision_conflict" });
    expect(await posts.delete(await posts.unpublish(edited))).toBeUndefined();
    expect(await refusalOf(posts.read(draft.id))).toMatchObject({ status: 404, code: "not_found" });
  });

  test("reads and changes the site's own things, and is told if somebody else has changed them", async () => {
    await applyManifest({
      version: 1,
      tokens: [{ name: "admin", user: "su", secret: "administrator", scopes: ["admin"] }],
    });
    const editor = createEditor({ url: service.url, token: "administrator", ...quick });
    const before = await editor.readSiteThings();
    const slug = freshSlug();
    const set = { categories: [{ slug, name: "Frost" }] };
    const after = await editor.updateSiteThings(before, { set });
    expect(after.categories).toContainEqual(expect.objectContaining({ slug, name: "Frost" }));
    expect(await editor.readSiteThings()).toEqual(after);
    const remove = { categories: [slug] };
    expect(await refusalOf(editor.updateSiteThings(before, { remove }))).toMatchObject({
      ...{ status: 409, code: "site_conflict" },
    });
    expect((await editor.updateSiteThings(after, { remove })).categories).toEqual(before.categories);
  });

  test("keeps what somebody types until a save takes it up, and is told of another tab's text", async () => {
    const { posts } = editorWith();
    const draft = await posts.create(draftOf("Sleet"));
    const typed = { base_revision_id: draft.latest_revision_id, fields: { title: "Sle" } };
    expect(await refusalOf(posts.readWorkingCopy(draft.id))).toMatchObject({ code: "not_found" });
    const first = await posts.storeWorkingCopy(draft.id, typed);
    expect(await posts.readWorkingCopy(draft.id)).toEqual(first);
    const conflict = await refusalOf(posts.storeWorkingCopy(draft.id, typed));
    expect(conflict).toMatchObject({ status: 409, code: "working_copy_conflict" });
    const edited = await posts.update(
      draft,
      { title: "Sleet, then snow" },
      { workingCopy: first.version - 1 },
    );
    expect(edited.working_copy).toBe("kept");
    const published = await posts.publish(edited, { workingCopy: first.version });
    expect([published.live, published.working_copy]).toEqual([true, undefined]);
    expect(await refusalOf(posts.readWorkingCopy(draft.id))).toMatchObject({ code: "not_found" });
    expect(await posts.removeWorkingCopy(draft.id)).toBeUndefined();
  });

  test("makes a post once, although the answer was lost twice", async () => {
    const keys = new Set<string | null>();
    const { posts, editablePages } = editorWith(
      losing((path, { headers }) => {
        if (path !== "/api/editor/posts/") return false;
        keys.add(new Headers(headers).get("idempotency-key"));
        return true;
      }, 2),
    );
    const fields = draftOf("Only once");
    const post = await posts.create(fields);
    expect(keys.size).toBe(1);
    const found: number[] = [];
    for await (const { id } of editablePages({ slug: fields.slug })) found.push(id);
    expect(found).toEqual([post.id]);
  });

  test("is told all faults of a body, and what of it would not be stored", async () => {
    const { posts } = editorWith();
    const refusal = await refusalOf(posts.create({ ...draftOf(""), slug: "no slug" }));
    expect(refusal).toMatchObject({ status: 400, code: "validation_error" });
    expect(refusal.problems.map(({ path }) => path)).toEqual(expect.arrayContaining(["title", "slug"]));
    const markdown = '<script>alert("!")</script>\n\nText.';
    const checked = await posts.checkCreate({ ...draftOf("Checked"), detail_markdown: markdown });
    expect(checked).toMatchObject({ dry_run: true, status: 201, answer: { id: null } });
    expect(checked.report.removed.length).toBeGreaterThan(0);
  });

  test("uploads an image once, although the answer was lost, and finds it by its content", async () => {
    const bytes = new Uint8Array(await samplePicture());
    const file = uploadFileOf(new Blob([bytes], { type: "image/png" }), `${freshSlug()}.png`);
    const description = { title: file.name, description: "It stands", collection: world.shows };
    const arrived: number[] = [];
    const image = await editorWith(losing((path) => path.includes("/images/"))).uploadImage(
      file,
      description,
      {
        watcher: { arrived: (size) => arrived.push(size) },
      },
    );
    expect(image).toMatchObject({ title: file.name, collection: { id: world.shows } });
    expect(arrived).toEqual([bytes.length]);
    const { request, findImage } = editorWith();
    const { results } = await request("get", "/api/editor/media/images/", { query: { q: file.name } });
    expect(results.map(({ id }) => id)).toEqual([image.id]);
    expect(await findImage(file)).toMatchObject({ id: image.id, title: file.name, alt_text: "It stands" });
    const renamed = await editorWith().updateImage(image.id, { title: "A heron" });
    expect(renamed).toMatchObject({ id: image.id, title: "A heron", tags: [] });
    expect(await findImage(uploadFileOf(new Blob(["other"]), "other.png"))).toBeUndefined();
  });
});

/** Asks for all items. */
const lastOf = async <Item>(items: AsyncIterable<Item>): Promise<Item | undefined> => {
  let last: Item | undefined;
  for await (const item of items) last = item;
  return last;
};

test("the checksum of a file's parts is the service's, whatever the size of the file", async () => {
  const bytes = new Uint8Array(partBytesFor(0) + 1).fill(7);
  const file = uploadFileOf(new Blob([bytes]), "long.mp3");
  expect(await partsChecksum(file)).toBe(partsSha256Of(bytes));
  for (const sizeBytes of [1, 8 * 2 ** 30, 100 * 10 ** 9]) {
    const ends: number[] = [];
    const read = async (_start: number, end: number) => {
      ends.push(end);
      return new Uint8Array();
    };
    await partsChecksum({ name: "long.mp4", sizeBytes, read });
    expect([ends[0], ends.at(-1)]).toEqual([Math.min(partBytesFor(sizeBytes), sizeBytes), sizeBytes]);
  }
});

describe("requests", () => {
  const answering = (...answers: readonly (() => Response)[]) => {
    const sent: string[] = [];
    const fetchWith: Fetch = async (input, init) => {
      sent.push(`${init?.method} ${pathOf(input)}`);
      return answers[Math.min(sent.length, answers.length) - 1]!();
    };
    return { sent, reader: createReader({ url: service.url, fetch: fetchWith, ...quick }) };
  };

  const empty = () => Response.json({});
  const busy = (after: string) => () => new Response("", { status: 503, headers: { "retry-after": after } });

  test("are sent again while the service is busy, as soon as it asks for", async () => {
    const { sent, reader } = answering(busy("0"), busy(new Date(0).toUTCString()), empty);
    expect(await reader.request("get", "/api/")).toEqual({});
    expect(sent).toEqual(["GET /api/", "GET /api/", "GET /api/"]);
  });

  test("end where the service asks for a longer wait than a minute, and after six attempts", async () => {
    const patient = answering(busy("61"));
    expect(await refusalOf(patient.reader.request("get", "/api/"))).toMatchObject({ status: 503 });
    expect(patient.sent).toHaveLength(1);
    const failing = answering(() => new Response("", { status: 502 }));
    expect(await refusalOf(failing.reader.request("get", "/api/"))).toMatchObject({ status: 502 });
    expect(failing.sent).toHaveLength(6);
  });

  test("without a key are sent again only where nothing was done", async () => {
    const form = new URLSearchParams({ theme_slug: "plain" });
    const failing = answering(() => new Response("", { status: 500 }));
    expect(await refusalOf(failing.reader.request("post", "/api/update_theme/", { form }))).toMatchObject({
      status: 500,
    });
    expect(failing.sent).toHaveLength(1);
    const limited = answering(busy("0"), empty);
    await limited.reader.request("post", "/api/update_theme/", { form });
    expect(limited.sent).toHaveLength(2);
  });

  test("to another service than Lectern say so", async () => {
    const page = () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
    const { reader } = answering(page);
    await expect(reader.request("get", "/api/")).rejects.toThrow(/does not answer as Lectern does/);
    await expect(reader.request("get", "/api/")).rejects.toBeInstanceOf(Unreachable);
  });

  test("to other programs are not taken for what the service says, so no copy loses pages by them", async () => {
    const json =
      (body: unknown, status = 200) =>
      () =>
        Response.json(body, { status });
    const html = (status: number) => () => new Response("<p>Nothing here.", { status });
    const others = [
      html(404),
      html(403),
      json({}),
      json({ message: "Not Found" }, 404),
      () => new Response(),
    ];
    for (const other of [...others, () => Response.error()]) {
      const { reader } = answering(other);
      const listed = lastOf(reader.pages());
      const followed = lastOf(reader.follow({ cursor: "known" }));
      if (other !== others[2]) await expect(reader.page(4)).rejects.toThrow(/Lectern|address|Not Found/);
      await expect(listed).rejects.toThrow(/Lectern|address|Not Found/);
      await expect(followed).rejects.toThrow(/Lectern|address|Not Found/);
    }
    const { results, ...changes } = {
      results: [{ id: 4, type: "site.Post", digest: "d" }],
      cursor: "c",
      more: false,
    };
    const { reader } = answering(json({ results, ...changes }), html(404));
    await expect(lastOf(reader.follow({ cursor: "known" }))).rejects.toBeInstanceOf(Unreachable);
  });

  test("go to addresses of services alone, and never show a password", () => {
    const faultAt = (url: string) => {
      try {
        createReader({ url });
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(faultAt("notes.example")).toContain("such as https://notes.example");
    expect(faultAt("ftp://notes.example")).toContain("no address of a service");
    expect(faultAt("https://ada:secret@notes.example")).toMatch(/^(?!.*secret).*give a token/);
    expect(faultAt("https://notes.example/?x=1")).toContain("query");
    expect(faultAt("https://notes.example/#x")).toContain("query");
    expect(faultAt("https://notes.example/below/")).toBe("");
  });

  test("and uploads end with a signal, also with that of the connection", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const file = uploadFileOf(new Blob(["x"]), "x.png");
    const description = { title: "x", collection: world.shows };
    await expect(editorWith().uploadImage(file, description, { signal })).rejects.toThrow("enough");
    const reader = createReader({ url: service.url, signal });
    await expect(reader.page(world.notes)).rejects.toThrow("enough");
  });

  test("follow a redirect within the host of the service, and none to another host", async () => {
    const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });
    const within = answering(to("/api/elsewhere/"), () => Response.json({ id: 4 }));
    expect(await within.reader.request("get", "/api/")).toEqual({ id: 4 });
    expect(within.sent[1]).toContain("/api/elsewhere/");
    for (const away of ["http://169.254.169.254/api/", "//other.example/api/", "http://notes.example:81/"]) {
      const { sent, reader } = answering(to(away), empty);
      await expect(reader.request("get", "/api/")).rejects.toThrow(/redirects to .*; use the address/);
      expect(sent).toHaveLength(1);
    }
    const { sent, reader } = answering(...Array.from({ length: 20 }, () => to("/api/")));
    await expect(reader.request("get", "/api/")).rejects.toThrow("redirects to /api/");
    expect(sent).toHaveLength(11);
  });

  test("can be given up while they wait", async () => {
    const { reader } = answering(busy("60"));
    const controller = new AbortController();
    const asked = reader.request("get", "/api/", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });

  test("name values of paths and queries as addresses do", async () => {
    const { sent, reader } = answering(empty);
    await reader.request("get", "/api/docs/{name}", { params: { name: "a/b c" } });
    await reader.request("get", "/api/cms/pages/", { query: { search: "ä & b", limit: 3 } });
    expect(sent).toEqual(["GET /api/docs/a%2Fb%20c", "GET /api/cms/pages/?search=%C3%A4+%26+b&limit=3"]);
  });
});

describe("a copy of the site", () => {
  /** A copy as a builder of a site keeps it. */
  class Copy {
    readonly pages = new Map<number, FollowedPage>();
    cursor: string | undefined;
    resets = 0;

    async update(reader: Reader, options: FollowOptions = {}): Promise<number> {
      let told = 0;
      for await (const step of reader.follow({ ...options, cursor: this.cursor })) {
        if (step.kind === "reset") this.pages.clear();
        if (step.kind === "reset") this.resets++;
        if (step.kind === "page") this.pages.set(step.page.id, step.page);
        if (step.kind === "gone") this.pages.delete(step.id);
        if (step.kind === "cursor") this.cursor = step.cursor;
        else told++;
      }
      return told;
    }
  }

  const reader = (fetchWith: Fetch = fetch) => createReader({ url: service.url, fetch: fetchWith, ...quick });

  /** Lists of two instead of two hundred pages, and a call before each answer. */
  const inTwos =
    (beforeList: () => Promise<unknown> = async () => undefined): Fetch =>
    async (input, init) => {
      const url = new URL(String(input));
      if (url.searchParams.has("limit")) {
        url.searchParams.set("limit", "2");
        await beforeList();
      }
      return fetch(url, init);
    };

  const everything = async (): Promise<Map<number, Page>> => {
    const fields = "*,digest";
    const found = new Map<number, Page>();
    for (const type of ["site.Post", "site.Episode"])
      for await (const page of reader().pages({ type, fields })) found.set(page.id!, page);
    return found;
  };

  const expectCurrent = async ({ pages }: Copy): Promise<void> => {
    const current = await everything();
    expect([...pages.keys()].sort()).toEqual([...current.keys()].sort());
    for (const [id, { digest }] of pages) expect(digest).toBe(current.get(id)!.digest);
  };

  test("begins with all pages, and then takes what has changed in two requests", async () => {
    const [kept, edited, gone] = [await livePost("Kept"), await livePost("Edited"), await livePost("Gone")];
    const copy = new Copy();
    await copy.update(reader(inTwos()));
    expect(copy.pages.get(kept.id)).toMatchObject({ title: "Kept", tags: [], media: [] });
    await expectCurrent(copy);

    const { posts } = editorWith();
    await posts.publish(await posts.update(edited, { title: "Edited again" }));
    let requests = 0;
    const counted: Fetch = (...args) => {
      requests++;
      return fetch(...args);
    };
    expect(await copy.update(reader(counted))).toBe(1);
    expect(requests).toBe(2);
    await posts.unpublish(gone);
    expect(await copy.update(reader())).toBe(1);
    expect(copy.pages.has(gone.id)).toBe(false);
    expect(await copy.update(reader())).toBe(0);
    await expectCurrent(copy);
    expect(copy.resets).toBe(1);
  });

  test("misses no page when others go away while it is made", async () => {
    const [first, ...others] = [await livePost("One"), await livePost("Two"), await livePost("Three")];
    others.push(await livePost("Four"), await livePost("Five"));
    const { posts } = editorWith();
    let lists = 0;
    const removeFirst = async () => {
      if (++lists === 2) await posts.unpublish(first!);
    };
    const copy = new Copy();
    await copy.update(reader(inTwos(removeFirst)));
    expect(others.filter(({ id }) => !copy.pages.has(id))).toEqual([]);
    await expectCurrent(copy);
  });

  test("is not told of pages whose digest it has", async () => {
    const post = await livePost("Unchanged");
    const copy = new Copy();
    await copy.update(reader());
    const { posts } = editorWith();
    await posts.publish(await posts.update(post, { title: "Changed" }));
    await posts.publish(await posts.update(await posts.read(post.id), { title: "Unchanged" }));
    const digestOf = (id: number) => copy.pages.get(id)?.digest;
    expect(await copy.update(reader(), { digestOf })).toBe(0);
  });

  test("begins anew when its cursor is too old", async () => {
    const post = await livePost("Found again");
    const copy = new Copy();
    await copy.update(reader());
    const expired: Fetch = async (input, init) =>
      pathOf(input).startsWith("/api/changes/?cursor=") && copy.resets === 1
        ? Response.json({ code: "cursor_expired", detail: "Read everything again." }, { status: 410 })
        : fetch(input, init);
    await copy.update(reader(expired));
    expect(copy.resets).toBe(2);
    expect(copy.pages.has(post.id)).toBe(true);
  });
});
