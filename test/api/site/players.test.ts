// Proves contract rules: players, page-transcripts, scripts.

import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import type { Audio } from "#lib/media/media.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { readSiteScript } from "#lib/routes/site-scripts.ts";
import { scriptNames } from "#lib/themes/script-names.ts";
import { scriptTexts } from "#lib/themes/script-texts.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { useFiles } from "#test/support/files.ts";
import { audioWithTranscript, makeAudio } from "#test/support/media.ts";
import { linksIn, textIn, visit, withoutData } from "#test/support/site-pages.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

/** The address of a live post that plays these audios. */
const postWith = async (...audios: readonly Audio[]) => {
  const overview = audios.map(({ id }) => ({ type: "audio", value: { id } }));
  const { id, slug } = await createLivePost(world.notes, { overview });
  return { id, address: `/notes/${slug}/` };
};

const transcriptOf = (...segments: readonly object[]) => JSON.stringify({ transcripts: segments });

const policyOf = (headers: Readonly<Record<string, string>>) => headers["content-security-policy"] ?? "";

describe("a page with an audio", () => {
  test("has the player's script and style, which its policy allows, and nothing else that runs", async () => {
    const audio = await makeAudio();
    const { id, address } = await postWith(audio);
    const { body, headers } = await visit(address);
    expect(withoutData(body).match(/<script[^>]*>/g)).toEqual([
      `<script type="module" src="/_scripts/${scriptNames.player}">`,
    ]);
    expect(body).toContain(`data-document="/api/audios/webplayer/${audio.id}/post/${id}/"`);
    expect(policyOf(headers)).toContain("; script-src 'self'; connect-src 'self';");
    const styles = Array.from(body.matchAll(/<style>(.*?)<\/style>/gs), ([, style]) => style);
    expect(styles).toHaveLength(2);
    for (const style of styles)
      expect(policyOf(headers)).toContain(`'sha256-${hash("sha256", style, "base64")}'`);
  });

  test("has them for the audio of an episode, too", async () => {
    const audio = await makeAudio();
    const { id, slug } = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id } });
    await call(publishEpisode, { as: "ada", params: { id } });
    expect((await visit(`/calls/${slug}/`)).body).toContain(
      `data-document="/api/audios/webplayer/${audio.id}/post/${id}/"`,
    );
  });

  test("has none for an audio that its visitor may not hear", async () => {
    const { address } = await postWith(await makeAudio({ collectionId: world.shows }));
    const restrict = (restriction: { type: "login" } | null) =>
      changeSite(async ({ collections }) => ({
        collections: collections.map((each) => (each.id === world.shows ? { ...each, restriction } : each)),
      }));
    await restrict({ type: "login" });
    const stranger = await visit(address);
    const reader = await visit(address, { as: "ed" });
    await restrict(null);
    expect(withoutData(stranger.body)).not.toMatch(/<script|webplayer/);
    expect(policyOf(stranger.headers)).not.toContain("script-src");
    expect(reader.body).toContain("webplayer");
  });
});

test("pages with nothing that needs a script have none, and lists with audios have no player", async () => {
  const { address } = await postWith();
  for (const each of [address, "/", "/no-such-page/"]) {
    const { body, headers } = await visit(each);
    expect(withoutData(body)).not.toMatch(/<script|_scripts/);
    expect(policyOf(headers)).toMatch(/^default-src 'none'; .*style-src 'sha256-\S+'; base-uri/);
    expect(policyOf(headers)).not.toMatch(/script-src|connect-src/);
  }
  for (const each of ["/notes/", "/calls/"]) expect((await visit(each)).body).not.toContain("player");
});

describe("the transcript on a page", () => {
  test("is its text with speakers and times", async () => {
    const audio = await audioWithTranscript(
      transcriptOf(
        { start_ms: 0, speaker: "Ada", text: "Far off at first." },
        { start_ms: 14_000, speaker: "Bo", text: "Now the near bank answers." },
      ),
    );
    const { address } = await postWith(audio);
    const { body } = await visit(address);
    expect(textIn(body)).toContain("0:00 Ada: Far off at first. 0:14 Bo: Now the near bank answers.");
    expect(linksIn(body).filter((link) => link.includes("one.mp3#t="))).toHaveLength(2);
  });

  test("names no speakers if the audio hides them", async () => {
    const segments = transcriptOf({ start_ms: 0, speaker: "Ada", text: "Far off at first." });
    const { address } = await postWith(
      await audioWithTranscript(segments, { transcriptDiarizationMode: "disabled" }),
    );
    const { body } = await visit(address);
    expect(textIn(body)).toContain("0:00 Far off at first.");
    expect(body).not.toContain("Ada:");
  });

  test.each([
    ["missing", null],
    ["unreadable", "{"],
    ["empty", transcriptOf()],
  ])("is left out if it is %s", async (_, text) => {
    const { address } = await postWith(await audioWithTranscript(text));
    const { status, body } = await visit(address);
    expect(status).toBe(200);
    expect(body).not.toContain("<summary>Transcript</summary>");
    expect(body).toContain("data-document");
  });

  test("is shown in parts if it is long, which together have every line once", async () => {
    // Words that compress badly: hexadecimal digests.
    const word = (line: number, index: number) => hash("sha1", `${line} ${index}`, "hex").slice(0, 6);
    const lines = Array.from({ length: 900 }, (_, line) =>
      Array.from({ length: 12 }, (_, index) => word(line, index)).join(" "),
    );
    const segments = lines.map((text, index) => ({ start_ms: index * 5000, speaker: "Ada", text }));
    const { address } = await postWith(await audioWithTranscript(transcriptOf(...segments)));
    let next: string | undefined = address;
    const parts: string[] = [];
    while (next) {
      const { status, body } = await visit(next.replace(/#.*/, ""));
      expect(status).toBe(200);
      expect(gzipSync(body.replace(/<style>.*?<\/style>/gs, "")).length).toBeLessThan(30_000);
      parts.push(textIn(body));
      next = linksIn(body).find((link) => link.includes(`transcript=${parts.length + 1}`));
    }
    expect(parts.length).toBeGreaterThan(1);
    const all = parts.join(" ");
    for (const line of lines) expect(all.split(line).length).toBe(2);
  });

  test("is its last part for a part beyond its end, and its first for what is no part", async () => {
    const segments = transcriptOf({ start_ms: 0, text: "Far off at first." });
    const { address } = await postWith(await audioWithTranscript(segments));
    for (const query of ["transcript=9", "transcript=0", "transcript=-1", "transcript=x", "transcript="])
      expect(textIn((await visit(`${address}?${query}`)).body)).toContain("Far off at first.");
  });

  test("is on the page for the first four audios only", async () => {
    const names = ["one", "two", "three", "four", "five"];
    const audios = await Promise.all(
      names.map((name) => audioWithTranscript(transcriptOf({ start_ms: 0, text: `Take ${name}.` }))),
    );
    const { body } = await visit((await postWith(...audios)).address);
    expect(names.filter((name) => body.includes(`Take ${name}.`))).toEqual(names.slice(0, 4));
    expect(body.match(/data-document/g)).toHaveLength(5);
  });
});

describe("a script of the site", () => {
  const ask = (name: string) =>
    call(readSiteScript, { params: { name } as never, headers: { accept: "*/*" } });

  test("is kept for a year, because a changed one has another name", async () => {
    const { status, headers, text } = await ask(scriptNames.player);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(text).toBe(scriptTexts.get(scriptNames.player)!);
  });

  test.each(["player.js", "player-000000000000.js", "constructor", ".."])(
    "is a 404 that nobody keeps, if it is called %s",
    async (name) => {
      const { status, headers } = await ask(name);
      expect([status, headers["cache-control"]]).toEqual([404, "no-cache"]);
    },
  );
});
