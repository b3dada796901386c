/** The audio of a player, with a position that can be set before the browser has read anything of it. */
export interface Recording {
  readonly seconds: () => number;
  /** Zero while unknown. */
  readonly duration: () => number;
  readonly seek: (seconds: number) => void;
  /** After a failure, tries again from the same position. */
  readonly play: () => void;
}

interface RecordingOptions {
  /** Counts until the browser knows better; zero if unknown. */
  readonly knownDuration: number;
  /** Called after each change of position. */
  readonly moved: () => void;
  /** Called when the recording cannot be played, or no further; it is paused. */
  readonly failed: () => void;
}

export const recordingOf = (
  audio: HTMLAudioElement,
  { knownDuration, moved, failed }: RecordingOptions,
): Recording => {
  let pending: number | undefined;
  const seconds = () => pending ?? audio.currentTime;
  const duration = () => (Number.isFinite(audio.duration) ? audio.duration : knownDuration);
  audio.addEventListener("loadedmetadata", () => {
    if (pending !== undefined) audio.currentTime = pending;
    pending = undefined;
    moved();
  });
  audio.addEventListener("timeupdate", moved);
  const fail = () => {
    pending = seconds();
    audio.pause();
    failed();
  };
  audio.addEventListener("error", fail);
  // Browsers try one source after another, and do not say on the audio that the last one failed.
  audio.querySelector("source:last-of-type")?.addEventListener("error", fail);
  return {
    seconds,
    duration,
    seek: (wanted) => {
      const target = Math.max(0, Math.min(wanted, duration() || wanted));
      if (audio.readyState === HTMLMediaElement.HAVE_NOTHING) pending = target;
      else audio.currentTime = target;
      moved();
    },
    play: () => {
      // Browsers try again only if they are told to.
      if (audio.error || audio.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) audio.load();
      audio.play().catch(({ name }: Error) => {
        // A pause interrupts it.
        if (name !== "AbortError") fail();
      });
    },
  };
};
