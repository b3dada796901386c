// Proves contract rules: search, search-order, search-phrases, search-slips, search-stems, filter-search.

import { beforeAll, describe, expect, test } from "vitest";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { publishEpisode, publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deletePageItem } from "#lib/store/pages.ts";
import { keys } from "#lib/store/table.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

type Query = Readonly<Record<string, string | number>>;

const search = async (query: Query, as?: string): Promise<number[]> => {
  const { body } = await call(listPages, { query: { ...query, limit: 200 }, ...(as ? { as } : {}) });
  return body.results.map(({ id }: { id: number }) => id);
};

const paragraph = (value: string) => ({ type: "paragraph", value });

/** A word that no other post has. */
const freshWord = (): string => freshSlug().replace("-", "");

describe("a search", () => {
  let heron: number;

  beforeAll(async () => {
    const image = await makeImage({ title: "Pelikan at dusk", description: "Taken from the hide" });
    const framed = await makeImage({ title: "Ruddock", description: "In a thicket" });
    const cover = await makeImage({ title: "Uncovered", description: "Undescribed" });
    const draft = await createLivePost(world.notes, {
      title: "The grey Réiger",
      slug: "slugged",
      seo_title: "Optimised",
      search_description: "Describing",
      tags: ["tagged"],
      categories: [world.weather],
      cover_image: { id: cover.id, alt_text: "Covering the pond" },
      overview: [
        paragraph(
          "<p>It stands in Straße&nbsp;water,<br/>low<b>er</b> than <i>don&#x27;t</i></p><ul><li>reed</li><li>sedge</li></ul>",
        ),
        { type: "code", value: { language: "haskell", source: 'putStrLn "bittern"' } },
      ],
      detail: [
        { type: "image", value: { id: image.id } },
        { type: "gallery", value: [{ id: framed.id, caption: "Seen at Minsmere" }] },
      ],
    });
    heron = draft.id;
    const body = { base_revision_id: draft.latest_revision_id, title: "Drafted" };
    await call(updatePost, { as: "ada", params: { id: heron }, body });
  });

  test.each([
    ["a word of the title", "grey"],
    ["a word without its accent", "reiger"],
    ["a word in capitals and with another accent", "RÉÎGER"],
    ["words of a paragraph", "stands water"],
    ["a word that formatting divides", "lower"],
    ["words that a line break divides", "water lower"],
    ["words of list items", "reed sedge"],
    ["a word after a reference", "t don"],
    ["the language of code", "haskell"],
    ["the source of code", "bittern"],
    ["the title of an image", "pelikan"],
    ["the description of an image", "hide"],
    ["the title of an image in a gallery", "ruddock"],
    ["a caption", "minsmere"],
    ["the alternative text of the cover", "covering"],
    ["words from everywhere", "grey haskell pelikan minsmere pond"],
    ["words with punctuation between them", "grey/-reed,(sedge)"],
    ["a phrase in quotes", '"It stands in"'],
    ["a phrase in the quotes of print", "„water lower“"],
    ["a phrase across formatting", '"than don\'t"'],
    ["a phrase beside words", 'haskell "WATER/lower" grey'],
    ["a word in quotes", '"reed"'],
    ["quotes with nothing in them", '"" reed'],
    ["an inflected word", "reeds"],
    ["a word with a letter too many", "haskelll"],
    ["a word without one of its letters", "pelkan"],
    ["a word with another letter", "bitterm"],
    ["a word with two letters in the other order", "minsmeer"],
    ["an unbalanced quote", '"reed'],
    ["what looks like a prefix", "reed*"],
    ["what looks like a field", "water:reed^"],
    ["a null character", "re\0ed"],
    ["ß", "straße"],
  ])("finds %s", async (_, text) => {
    expect(await search({ search: text })).toEqual([heron]);
  });

  test("does not find by what a closed image says", async () => {
    const closed = { id: 99, parentId: 1, name: "Closed", restriction: { type: "login" } } as const;
    await changeSite(async () => ({ collections: [closed] }));
    const image = await makeImage({ title: "Corncrake", collectionId: closed.id });
    const value = [{ id: image.id, caption: "Whinchat" }];
    const post = await createLivePost(world.notes, { overview: [{ type: "gallery", value }] });
    expect(await search({ search: "whinchat" })).toEqual([post.id]);
    for (const as of [undefined, "su"]) expect(await search({ search: "corncrake" }, as)).toEqual([]);
  });

  test.each([
    ["the beginning of a word", "hero"],
    ["an inflected word in quotes", '"reeds"'],
    ["a word with a wrong letter, in quotes", '"bitterm"'],
    ["two wrong letters", "pelkanm"],
    ["a wrong letter in a word of three", "thr"],
    ["words that stand apart", '"stands water"'],
    ["words in another order", '"sedge reed"'],
    ["a phrase that goes on from one text to another", '"the hide in a thicket"'],
    ["ss for ß", "strasse"],
    ["a tag", "tagged"],
    ["a category", "weather"],
    ["a slug", "slugged"],
    ["an SEO title", "optimised"],
    ["a description", "describing"],
    ["the cover's own title", "uncovered"],
    ["the cover's own description", "undescribed"],
    ["a file's name", "jpg"],
    ["a draft", "drafted"],
    ["one word of two", "reed absent"],
    ["nothing", ""],
    ["blanks", " \t "],
    ["punctuation", '"-- …!'],
    ["operators as words", "reed NOT absent"],
  ])("does not find by %s", async (_, text) => {
    expect(await search({ search: text })).toEqual([]);
  });

  test("finds pages with any of the words where it is told to", async () => {
    const other = await createLivePost(world.notes, { title: "Fieldfare" });
    expect(await search({ search: "minsmere fieldfare", search_operator: "or" })).toEqual([other.id, heron]);
    expect(await search({ search: "minsmere fieldfare", search_operator: "and" })).toEqual([]);
    expect(await search({ search: "", search_operator: "or" })).toEqual([]);
  });

  test("refuses another operator", async () => {
    const { status, body } = await call(listPages, { query: { search: "reed", search_operator: "not" } });
    expect([status, body.message]).toEqual([400, "search_operator must be one of and, or"]);
  });

  test("refuses random order and takes every other one", async () => {
    const refusal = await call(listPages, { query: { search: "reed", order: "random" } });
    expect(refusal.body.message).toBe("cannot order by 'random' while searching (field is not indexed)");
    for (const order of ["title", "-title", "slug", "-visible_date", "id,slug"])
      expect(await search({ search: "reed", order, type: "site.Post" })).toEqual([heron]);
  });

  test("is filtered by every field", async () => {
    expect(await search({ search: "reed", slug: "slugged" })).toEqual([heron]);
    expect(await search({ search: "reed", slug: "other" })).toEqual([]);
    expect(await search({ search: "reed", type: "site.Blog" })).toEqual([]);
    expect(await search({ search: "reed", child_of: world.notes })).toEqual([heron]);
    expect(await search({ search: "reed", descendant_of: world.calls })).toEqual([]);
  });

  test("finds blogs and home pages by their titles", async () => {
    expect(await search({ search: "home" })).toEqual([world.home]);
    expect(await search({ search: "marsh", type: "site.Blog" })).toEqual([]);
    expect(await search({ search: "calls", type: "site.Podcast" })).toEqual([world.calls]);
  });

  test("finds nothing that the caller may not view", async () => {
    await setPageProperties(heron, { restriction: { type: "login" } });
    expect(await search({ search: "minsmere" })).toEqual([]);
    expect(await search({ search: "minsmere" }, "ed")).toEqual([heron]);
    await setPageProperties(heron, { restriction: null });
    expect(await search({ search: "minsmere" })).toEqual([heron]);
  });

  test("says how many pages it found, in windows", async () => {
    const { body } = await call(listPages, { query: { search: "minsmere", limit: 0 } });
    expect(body).toMatchObject({ count: 1, results: [], meta: { total_count: 1 } });
  });
});

describe("the order of what a search finds", () => {
  test("is by how well it fits: titles count double, and more than said often", async () => {
    const word = freshWord();
    const said = (times: number) => [paragraph(`<p>${`${word}, `.repeat(times)}</p>`)];
    const { id: titled } = await createLivePost(world.notes, { title: `A ${word}` });
    const { id: both } = await createLivePost(world.notes, { title: word, overview: said(2) });
    const { id: often } = await createLivePost(world.notes, { overview: said(3) });
    const { id: once } = await createLivePost(world.notes, { overview: said(2), visible_date: "2099-01-01" });
    expect(await search({ search: word })).toEqual([both, titled, often, once]);
    expect(await search({ search: word, order: "id" })).toEqual([titled, both, often, once]);
    expect(await search({ search: word, type: "site.Post", order: "-visible_date,id" })).toEqual([
      once,
      often,
      both,
      titled,
    ]);
  });

  test("of equals is by their visible dates, the newest first, and then by id", async () => {
    const word = freshWord();
    const posts: number[] = [];
    for (const visible_date of ["2026-02-01", "2026-03-01", "2026-01-01", "2026-03-01"])
      posts.push((await createLivePost(world.notes, { overview: [paragraph(word)], visible_date })).id);
    expect(await search({ search: word })).toEqual([posts[3], posts[1], posts[0], posts[2]]);
  });

  test("puts pages with more of the words first where any will do", async () => {
    const [one, other] = [freshWord(), freshWord()];
    const { id: all } = await createLivePost(world.notes, { overview: [paragraph(`${one} ${other}`)] });
    const { id: some } = await createLivePost(world.notes, { overview: [paragraph(other)] });
    expect(await search({ search: `${one} ${other}`, search_operator: "or" })).toEqual([all, some]);
  });
});

describe("the search of the enhanced filters", () => {
  const enhanced = (query: Query) => search({ use_post_filter: "true", child_of: world.notes, ...query });

  test("finds only posts, with all of the words, whatever the operator", async () => {
    const [one, other] = [freshWord(), freshWord()];
    const { id: both } = await createLivePost(world.notes, { title: `${one} ${other}` });
    const { id: first } = await createLivePost(world.notes, { title: one });
    expect(await enhanced({ search: one })).toEqual([first, both]);
    for (const search_operator of ["and", "or", "not"])
      expect(await enhanced({ search: `${one} ${other}`, search_operator })).toEqual([both]);
    expect(await search({ use_post_filter: "true", search: "home" })).toEqual([]);
  });

  test("asks for nothing when it is blank, and finds nothing when it is punctuation", async () => {
    const all = await enhanced({});
    for (const text of ["", " ", "--", "\0"]) expect(await enhanced({ search: text })).toEqual(all);
    for (const text of ["!", '"', "-!-"]) expect(await enhanced({ search: text })).toEqual([]);
  });

  test("goes with the other filters and with every order", async () => {
    const word = freshWord();
    const make = (visible_date: string, title: string) =>
      createLivePost(world.notes, { title, visible_date, overview: [paragraph(word)] });
    const { id: early } = await make("2024-01-01", "b");
    const { id: late } = await make("2025-01-01", "a");
    expect(await enhanced({ search: word, date_facets: "2024-01" })).toEqual([early]);
    expect(await enhanced({ search: word, date_after: "2024-06-01" })).toEqual([late]);
    expect(await enhanced({ search: word })).toEqual([late, early]);
    expect(await enhanced({ search: word, o: "visible_date" })).toEqual([early, late]);
    expect(await enhanced({ search: word, order: "-title", o: "-visible_date" })).toEqual([early, late]);
    expect(new Set(await enhanced({ search: word, order: "random" }))).toEqual(new Set([early, late]));
  });
});

describe("what changes is found as it is from then on", () => {
  test("a publication, at once, of fifty at the same time", async () => {
    const word = freshWord();
    // One after the other: siblings that are created at the same moment make each other try again.
    const drafts: number[] = [];
    for (let index = 0; index < 50; index++) {
      const overview = [paragraph(`${word} ${word}${index}`)];
      drafts.push((await createDraft(world.notes, { overview })).id);
    }
    // On a busy machine, one of fifty may have no time left, and is asked for again.
    const publish = async (id: number): Promise<number> => {
      const { status } = await call(publishPost, { as: "ada", params: { id } });
      return status === 503 ? publish(id) : status;
    };
    const publications = drafts.map(async (id, index) => {
      expect(await publish(id)).toBe(200);
      expect(await search({ search: `${word}${index}` })).toEqual([id]);
      expect(await search({ search: word })).toContain(id);
    });
    await Promise.all(publications);
    expect(new Set(await search({ search: word }))).toEqual(new Set(drafts));
  });

  test("a post that is published again, by its new words only", async () => {
    const [before, after] = [freshWord(), freshWord()];
    const { id, latest_revision_id } = await createLivePost(world.notes, { title: before });
    expect(await search({ search: before })).toEqual([id]);
    const body = { base_revision_id: latest_revision_id, title: after };
    await call(updatePost, { as: "ada", params: { id }, body });
    expect(await search({ search: after })).toEqual([]);
    await call(publishPost, { as: "ada", params: { id } });
    expect([await search({ search: before }), await search({ search: after })]).toEqual([[], [id]]);
  });

  test("a page that is withdrawn or deleted, no more", async () => {
    const word = freshWord();
    const { id } = await createLivePost(world.notes, { title: word });
    const { id: deleted } = await createLivePost(world.notes, { title: word });
    expect(await search({ search: word })).toEqual([deleted, id]);
    await unpublishPage(id, { permit: () => {} });
    expect(await search({ search: word })).toEqual([deleted]);
    await deletePage(deleted);
    expect(await search({ search: word })).toEqual([]);
    await call(publishPost, { as: "ada", params: { id } });
    expect(await search({ search: word })).toEqual([id]);
  });

  test("an episode, with the images of its notes", async () => {
    const word = freshWord();
    const [audio, image] = [await makeAudio(), await makeImage({ title: word })];
    const overview = [{ type: "image", value: { id: image.id } }];
    const { id } = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id }, overview });
    await call(publishEpisode, { as: "ada", params: { id } });
    expect(await search({ search: word })).toEqual([id]);
  });
});

test("posts whose words nobody has kept are found by what they say", async () => {
  const word = freshWord();
  const { id } = await createLivePost(world.notes, { overview: [paragraph(word)] });
  await commitDecision(async () => ({ writes: [deletePageItem(keys.words(id))], value: undefined }));
  expect(await search({ search: word })).toEqual([id]);
});

test("pages that a manifest makes public are found", async () => {
  const word = freshWord();
  const page = (fields: object) => ({ type: "site.HomePage", slug: "home", title: "Home", ...fields });
  const post = { type: "site.Post", slug: word, title: "Applied", overview_markdown: `A *${word}*.` };
  const notes = { type: "site.Blog", key: "notes", slug: "notes", title: "Notes", children: [post] };
  const { ids } = await applyManifest({ version: 1, pages: [page({ children: [notes] })] });
  expect(await search({ search: word })).toEqual([ids.pages[`/home/notes/${word}`]]);
});

test("the index of words is the one that the store makes", async () => {
  await search({ search: "reed" });
  expect(await verifyCatalog()).toEqual([]);
});
