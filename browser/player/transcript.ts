import { spokenLines, spokenParagraphs } from "#lib/media/transcript.ts";
import { clockTime } from "#lib/themes/parts/times.ts";
import { make } from "../make.ts";

/** A transcript whose lines follow the recording. */
export interface FollowingTranscript {
  /** Marks the line that is said at this moment, and scrolls to it while the listener follows. */
  readonly show: (seconds: number) => void;
}

interface Played {
  /** The figure of the audio. */
  readonly figure: HTMLElement;
  readonly momentUrl: (seconds: number) => string;
  readonly seek: (seconds: number) => void;
}

/**
 * Replaces the transcript of the page, which may be a part of it, by the whole one of the web player's
 * document. Undefined if there is nothing to show. Throws if the document cannot be read.
 */
export const followTranscript = async (played: Played): Promise<FollowingTranscript | undefined> => {
  const { figure } = played;
  const answer = await fetch(figure.dataset.document ?? "", { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`The player's document is a ${answer.status}.`);
  const { transcripts } = await answer.json();
  const paragraphs = spokenParagraphs(spokenLines(transcripts));
  if (paragraphs.length === 0) return undefined;
  const marks: { readonly start: number; readonly line: HTMLElement }[] = [];
  const shown = paragraphs.map(({ start, speaker, lines }) => {
    const paragraph = make("p");
    if (start !== null) paragraph.append(make("a", { href: played.momentUrl(start) }, clockTime(start)), " ");
    if (speaker !== "") paragraph.append(make("b", {}, `${speaker}:`), " ");
    for (const { start: begin, text } of lines) {
      const line = make("span", {}, text);
      paragraph.append(line, " ");
      if (begin === null) continue;
      marks.push({ start: begin, line });
      line.addEventListener("click", () => {
        // Selecting text is not a wish to hear it.
        if (getSelection()?.isCollapsed !== false) played.seek(begin);
      });
    }
    return paragraph;
  });
  marks.sort((one, other) => one.start - other.start);
  const region = placeIn(figure, shown);
  return { show: follower(region, marks) };
};

/** The region of the transcript with these paragraphs. The focus stays on the same moment. */
const placeIn = (figure: HTMLElement, paragraphs: readonly HTMLElement[]): HTMLElement => {
  const details = figure.querySelector<HTMLElement>(".transcript") ?? newDetails(figure);
  const region = details.querySelector<HTMLElement>(".lines")!;
  const focused = region.contains(document.activeElement) && document.activeElement;
  const href = focused instanceof HTMLAnchorElement ? focused.getAttribute("href") : null;
  region.replaceChildren(...paragraphs);
  region.classList.add("following");
  details.querySelector(".parts")?.remove();
  if (href !== null)
    ([...region.querySelectorAll("a")].find((link) => link.getAttribute("href") === href) ?? region).focus();
  return region;
};

/** Pages with many audios leave the transcripts of the later ones to the script. */
const newDetails = (figure: HTMLElement): HTMLElement => {
  const region = make("div", {
    class: "lines",
    role: "region",
    "aria-label": "Text of the recording",
    tabindex: "0",
  });
  const details = make("details", { class: "transcript" }, make("summary", {}, "Transcript"), region);
  const download = figure.querySelector(".download");
  if (download) download.before(details);
  else figure.append(details);
  return details;
};

const follower = (
  region: HTMLElement,
  marks: readonly { readonly start: number; readonly line: HTMLElement }[],
): FollowingTranscript["show"] => {
  const box = make("input", { type: "checkbox" });
  box.checked = true;
  region.before(make("label", { class: "follow" }, box, " Scroll with the recording"));
  // A reader who scrolls wants to read elsewhere.
  for (const kind of ["wheel", "touchmove"])
    region.addEventListener(kind, () => (box.checked = false), { passive: true });
  let current: HTMLElement | undefined;
  const scroll = () => {
    if (!current || !box.checked) return;
    const line = current.getBoundingClientRect();
    const frame = region.getBoundingClientRect();
    region.scrollTop += line.top - frame.top - frame.height / 3;
  };
  box.addEventListener("change", scroll);
  return (seconds) => {
    const line = marks.findLast(({ start }) => start <= seconds)?.line;
    if (line === current) return;
    current?.removeAttribute("aria-current");
    line?.setAttribute("aria-current", "true");
    current = line;
    scroll();
  };
};
