// Proves contract rules: players, page-transcripts.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileUrl } from "#lib/media/file-key.ts";
import { spokenLines, spokenParagraphs } from "#lib/media/transcript.ts";
import { plain } from "#lib/themes/plain-theme.ts";
import type { AudioPlayer, ShownTranscript } from "#lib/themes/theme.ts";
import { hostileText, skeletonOf } from "./hostile-text.ts";
import { dawn, readingOf, shortPost } from "./reading.ts";

const body = [{ type: "overview", value: [{ type: "audio", value: dawn.id }] }] as const;

const pageWith = (player?: AudioPlayer, audio = dawn): string =>
  plain.postPage(
    { ...shortPost, body, extras: player ? ["player"] : [] },
    readingOf([audio], player ? { players: new Map([[audio.id, player]]) } : {}),
  );

const transcript = (text: string, more: Partial<ShownTranscript> = {}): AudioPlayer => ({
  documentUrl: "/api/audios/webplayer/5/post/12/",
  transcript: {
    paragraphs: spokenParagraphs(spokenLines([{ speaker: "Ada", start_ms: 65_500, text }])),
    ...{ part: 1, partCount: 1, previousUrl: null, nextUrl: null },
    ...more,
  },
});

const mp3 = fileUrl(dawn.files.mp3!);

describe("an audio with a player", () => {
  const page = pageWith(transcript("A wren."));

  test("names the web player's document and its length for the script, and can be heard without it", () => {
    expect(page).toContain(
      '<figure class="audio" id="audio_5" data-document="/api/audios/webplayer/5/post/12/" data-seconds="3725.9">',
    );
    expect(page).toContain('<audio controls preload="none" aria-label="Dawn chorus">');
    expect(page).toContain('<script type="module" src="/_scripts/player-');
  });

  test("has chapters that lead to their moment, with their own links beside them", () => {
    expect(page).toContain(`<li><a href="${mp3}#t=0"><span>0:00</span> Wren</a></li>`);
    expect(page).toContain(
      `<li><a href="${mp3}#t=65"><span>1:05</span> Robin</a> (<a href="https://birds.example/robin">birds.example</a>)</li>`,
    );
    expect(page).toContain(`<li><a href="${mp3}#t=70"><span>1:10</span> Trap</a></li>`);
  });

  test("has the text of its transcript, whose times lead to their moment", () => {
    expect(page).toContain(`<p><a href="${mp3}#t=65.5">1:05</a> <b>Ada:</b> A wren.</p>`);
    expect(page).toContain('<details class="transcript">');
    expect(page).not.toContain("Part 1");
  });

  test("has its files to download, with their size", () => {
    expect(page).toContain(`<a class="download" href="${mp3}" download>Download MP3, 1 KB</a>`);
    const opus = { ...dawn.files.opus!, sizeBytes: 12_345_678 };
    expect(pageWith(transcript(""), { ...dawn, files: { opus } })).toContain("Download OPUS, 12.3 MB</a>");
  });

  test("has a long transcript in parts, which is open from the second part on", () => {
    const part = { part: 2, partCount: 3, previousUrl: "/a/?transcript=1", nextUrl: "/a/?transcript=3" };
    const second = pageWith(transcript("A wren.", part));
    expect(second).toContain('<details class="transcript" open>');
    expect(second).toContain(
      '<p class="parts"><a href="/a/?transcript=1">Previous part</a> Part 2 of 3 <a href="/a/?transcript=3">Next part</a></p>',
    );
  });

  test("shows chapters and transcript without links if it has no file", () => {
    const silent = pageWith(transcript("A wren."), { ...dawn, files: {} });
    expect(silent).toContain("<p><b>Ada:</b> A wren.</p>");
    expect(silent).not.toContain("#t=");
  });

  test("shows any text as text", () => {
    const shape = (text: string) => skeletonOf(pageWith(transcript(text)));
    const expected = shape("A wren.");
    const property = fc.property(hostileText, (text) => {
      expect(shape(text)).toEqual(expected);
    });
    fc.assert(property);
  });
});

test("an audio without a player is shown as in feeds and lists, by a page without script", () => {
  const page = pageWith();
  expect(page).toContain('<figure class="audio" id="audio_5"><figcaption>');
  expect(page).toContain("<details><summary>Chapters</summary><ol><li><span>0:00</span> Wren</li>");
  expect(page).not.toMatch(/<script|data-document|download/);
  expect(page.match(/<style>/g)).toHaveLength(1);
});
