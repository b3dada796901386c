import { clockTime } from "#lib/themes/parts/times.ts";
import { make } from "../make.ts";
import { chaptersOf } from "./chapters.ts";
import { backSeconds, type Controls, forwardSeconds, makeControls, showPlaying } from "./controls.ts";
import { listenToKeys } from "./keys.ts";
import { rememberedPosition, rememberedSpeed, rememberPosition, rememberSpeed } from "./memory.ts";
import { type Recording, recordingOf } from "./recording.ts";
import { sharedAddress, sharedMoment } from "./shared-moment.ts";
import { type FollowingTranscript, followTranscript } from "./transcript.ts";

/** The position is remembered every so many seconds. */
const rememberEvery = 5;

/** An audio that is heard to within so many seconds of its end begins again the next time. */
const endSeconds = 10;

/** Adds controls to the figure of an audio, in place of the browser's. */
export const startPlayer = (figure: HTMLElement, isFirst: boolean): void => {
  const audio = figure.querySelector("audio");
  const source = audio?.querySelector("source");
  if (!audio || !source) return;
  const controls = makeControls(audio.getAttribute("aria-label") ?? "", rememberedSpeed());
  const { group, position, status } = controls;
  const say = (...message: (Node | string)[]) => status.replaceChildren(...message);
  const momentUrl = (seconds: number) => `${source.src}#t=${seconds}`;
  /** The moment of this recording that a link leads to; undefined for other links. */
  const momentIn = ({ href }: HTMLAnchorElement): number | undefined =>
    href.startsWith(momentUrl(0).slice(0, -1)) ? Number(href.slice(momentUrl(0).length - 1)) : undefined;

  const chapters = chaptersOf(figure, momentIn);
  let transcript: FollowingTranscript | undefined;
  const recording = recordingOf(audio, {
    knownDuration: Number(figure.dataset.seconds ?? 0),
    moved: () => show(),
    failed: () => say("The recording cannot be played at the moment. Play it again to go on from here."),
  });
  const { seconds, seek } = recording;
  const show = () => {
    showTime(controls, recording);
    chapters.show(seconds());
    transcript?.show(seconds());
  };
  const remember = rememberer(audio, figure.id, recording);

  const play = () => {
    say();
    recording.play();
  };
  const toggle = () => (audio.paused ? play() : audio.pause());
  const playFrom = (moment: number) => {
    seek(moment);
    play();
  };
  const skip = (by: number) => () => {
    seek(seconds() + by);
    remember();
  };

  let isTranscriptAsked = false;
  const readTranscript = async () => {
    if (isTranscriptAsked) return;
    isTranscriptAsked = true;
    try {
      transcript = await followTranscript({ figure, momentUrl, seek: playFrom });
      show();
    } catch {
      // The page has its part of the transcript, and the next wish to read it tries again.
      isTranscriptAsked = false;
    }
  };

  const setSpeed = (value: string) => {
    audio.defaultPlaybackRate = Number(value);
    audio.playbackRate = Number(value);
    controls.speed.value = value;
    rememberSpeed(Number(value));
  };
  const changeSpeed = (step: 1 | -1) => () => {
    const option = controls.speed.options[controls.speed.selectedIndex + step];
    if (!option) return;
    setSpeed(option.value);
    say(`Speed ${option.text}`);
  };

  controls.play.addEventListener("click", toggle);
  controls.back.addEventListener("click", skip(-backSeconds));
  controls.forward.addEventListener("click", skip(forwardSeconds));
  controls.share.addEventListener("click", () => share(figure.id, seconds(), say));
  controls.speed.addEventListener("change", () => setSpeed(controls.speed.value));
  controls.volume.addEventListener("input", () => {
    audio.volume = Number(controls.volume.value);
    audio.muted = false;
  });
  position.addEventListener("input", () => {
    seek(Number(position.value));
    remember();
  });
  listenToKeys(figure, {
    toggle,
    keys: {
      k: toggle,
      j: skip(-backSeconds),
      l: skip(forwardSeconds),
      m: () => {
        audio.muted = !audio.muted;
        say(audio.muted ? "Sound off" : "Sound on");
      },
      n: () => seek(chapters.after(seconds()) ?? seconds()),
      p: () => seek(chapters.before(seconds())),
      "<": changeSpeed(-1),
      ">": changeSpeed(1),
    },
    position,
    // A step of one second would be too short.
    positionKeys: {
      ArrowLeft: skip(-5),
      ArrowDown: skip(-5),
      ArrowRight: skip(5),
      ArrowUp: skip(5),
      PageDown: skip(-60),
      PageUp: skip(60),
    },
  });
  figure.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const moment = link ? momentIn(link) : undefined;
    // With another key, the browser opens the recording elsewhere.
    if (moment === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    playFrom(moment);
  });
  figure.querySelector(".transcript")?.addEventListener("toggle", readTranscript);
  audio.addEventListener("play", () => {
    for (const other of document.querySelectorAll("audio")) if (other !== audio) other.pause();
    showPlaying(controls, true);
    readTranscript();
  });
  audio.addEventListener("pause", () => showPlaying(controls, false));

  audio.controls = false;
  audio.after(group);
  setSpeed(controls.speed.value);
  const shared = sharedMoment(location, figure.id, isFirst);
  const start = shared ?? rememberedPosition(figure.id);
  seek(start);
  if (start > 0) say(`${shared === undefined ? "Continues" : "Starts"} at ${clockTime(start)}.`);
};

const showTime = ({ position, time }: Controls, { seconds, duration }: Recording): void => {
  const [now, end] = [seconds(), duration()];
  position.max = String(Math.floor(end));
  position.disabled = end === 0;
  position.value = String(Math.floor(now));
  position.setAttribute("aria-valuetext", `${clockTime(now)} of ${clockTime(end)}`);
  time.textContent = end > 0 ? `${clockTime(now)} / ${clockTime(end)}` : clockTime(now);
};

/** Remembers the position while the audio plays, and when it stops; calling it remembers the position now. */
const rememberer = (
  audio: HTMLAudioElement,
  name: string,
  { seconds, duration }: Recording,
): (() => void) => {
  let rememberedAt = 0;
  const remember = () => {
    rememberedAt = seconds();
    rememberPosition(name, rememberedAt < duration() - endSeconds ? rememberedAt : 0);
  };
  audio.addEventListener("timeupdate", () => {
    if (!audio.paused && Math.abs(seconds() - rememberedAt) >= rememberEvery) remember();
  });
  audio.addEventListener("pause", remember);
  addEventListener("pagehide", () => {
    if (!audio.paused) remember();
  });
  return remember;
};

/** Copies the address of a moment, or shows it where the browser does not let pages copy. */
const share = async (
  figureId: string,
  seconds: number,
  say: (...message: (Node | string)[]) => void,
): Promise<void> => {
  const address = sharedAddress(location, figureId, seconds);
  try {
    await navigator.clipboard.writeText(address);
    say(`The link to ${clockTime(seconds)} is copied.`);
  } catch {
    const field = make("input", { type: "text", readonly: "", value: address, "aria-label": "Link" });
    say(`Copy this link to ${clockTime(seconds)}: `, field);
    field.select();
  }
};
