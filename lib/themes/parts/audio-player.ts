import { audioFormats } from "#lib/media/audio-formats.ts";
import type { Audio, Chapter } from "#lib/media/media.ts";
import type { SpokenParagraph } from "#lib/media/transcript.ts";
import { type Element, h } from "#lib/themes/element.ts";
import type { Reading, ShownTranscript } from "#lib/themes/theme.ts";
import { webLink } from "./text.ts";
import { clockTime } from "./times.ts";

/** The address of a moment of the recording. */
type MomentUrl = (seconds: number) => string;

/**
 * An audio with its title, length and chapters. Browsers choose among its formats. On the page of a post, it
 * also has what the script of the player builds on and what works without it: links to moments of chapters
 * and transcript, and to the files.
 */
export const audioPlayer = (audio: Audio, { fileUrl, players }: Reading): Element => {
  const { title, subtitle, durationSeconds, chapters } = audio;
  const player = players?.get(audio.id);
  const files = audioFormats.flatMap((format) => {
    const file = audio.files[format];
    return file ? { ...file, format, url: fileUrl(file) } : [];
  });
  const [first] = files;
  const momentUrl: MomentUrl | undefined = player && first && ((seconds) => `${first.url}#t=${seconds}`);
  return h(
    "figure",
    {
      class: "audio",
      // The page-content API refers to the player by this id (`webplayer_players`).
      id: `audio_${audio.id}`,
      "data-document": player?.documentUrl,
      "data-seconds": player && (durationSeconds ?? undefined),
    },
    h(
      "figcaption",
      null,
      title && h("strong", null, title),
      subtitle && h("span", null, subtitle),
      durationSeconds !== null && h("span", { class: "duration" }, clockTime(durationSeconds)),
    ),
    h(
      "audio",
      { controls: true, preload: "none", "aria-label": title ?? "Audio" },
      files.map(({ url, contentType }) => h("source", { src: url, type: contentType })),
    ),
    chapters.length > 0 && chapterList(chapters, momentUrl),
    player?.transcript && transcriptText(player.transcript, momentUrl),
    player &&
      files.map(({ url, format, sizeBytes }) =>
        h(
          "a",
          { class: "download", href: url, download: true },
          `Download ${format.toUpperCase()}, ${sizeInWords(sizeBytes)}`,
        ),
      ),
  );
};

const chapterList = (chapters: readonly Chapter[], momentUrl: MomentUrl | undefined): Element =>
  h(
    "details",
    { class: momentUrl && "chapters" },
    h("summary", null, "Chapters"),
    h(
      "ol",
      null,
      chapters.map((chapter) =>
        h("li", null, momentUrl ? linkedChapter(chapter, momentUrl) : timedChapter(chapter)),
      ),
    ),
  );

const timedChapter = ({ startSeconds, title, link }: Chapter) => [
  h("span", null, clockTime(startSeconds)),
  " ",
  webLink(link, title) ?? title,
];

/** The title leads to the moment, and the chapter's own link is shown by its host. */
const linkedChapter = ({ startSeconds, title, link }: Chapter, momentUrl: MomentUrl) => {
  const own = webLink(link, URL.parse(link)?.host);
  return [
    h("a", { href: momentUrl(startSeconds) }, h("span", null, clockTime(startSeconds)), " ", title),
    own && [" (", own, ")"],
  ];
};

const transcriptText = (shown: ShownTranscript, momentUrl: MomentUrl | undefined): Element => {
  const { paragraphs, part, partCount, previousUrl, nextUrl } = shown;
  return h(
    "details",
    { class: "transcript", open: part > 1 },
    h("summary", null, "Transcript"),
    h(
      "div",
      // The element scrolls, and scrolling by keyboard needs the focus.
      { class: "lines", role: "region", "aria-label": "Text of the recording", tabindex: 0 },
      paragraphs.map((paragraph) => spokenParagraph(paragraph, momentUrl)),
    ),
    partCount > 1 &&
      h(
        "p",
        { class: "parts" },
        previousUrl !== null && [h("a", { href: previousUrl }, "Previous part"), " "],
        `Part ${part} of ${partCount}`,
        nextUrl !== null && [" ", h("a", { href: nextUrl }, "Next part")],
      ),
  );
};

const spokenParagraph = (
  { start, speaker, lines }: SpokenParagraph,
  momentUrl: MomentUrl | undefined,
): Element =>
  h(
    "p",
    null,
    start !== null && momentUrl && [h("a", { href: momentUrl(start) }, clockTime(start)), " "],
    speaker !== "" && [h("b", null, `${speaker}:`), " "],
    lines.map(({ text }) => text).join(" "),
  );

/** A size such as `12.4 MB`, in decimal units, as systems show sizes of files. */
const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
