/** The chapters that the page shows of an audio. */
export interface Chapters {
  /** Marks the chapter that is heard at this moment. */
  readonly show: (seconds: number) => void;
  /** Where the next chapter begins; undefined in the last one. */
  readonly after: (seconds: number) => number | undefined;
  /** Where this chapter begins; in its first seconds, the one before. */
  readonly before: (seconds: number) => number;
}

const firstSeconds = 3;

/** `momentIn` gives the moment that a link leads to. */
export const chaptersOf = (
  figure: HTMLElement,
  momentIn: (link: HTMLAnchorElement) => number | undefined,
): Chapters => {
  const chapters = [...figure.querySelectorAll<HTMLAnchorElement>(".chapters a")].flatMap((link) => {
    const start = momentIn(link);
    return start === undefined ? [] : { link, start };
  });
  let current: HTMLAnchorElement | undefined;
  return {
    show: (seconds) => {
      const link = chapters.findLast(({ start }) => start <= seconds)?.link;
      if (link === current) return;
      current?.removeAttribute("aria-current");
      link?.setAttribute("aria-current", "true");
      current = link;
    },
    after: (seconds) => chapters.find(({ start }) => start > seconds)?.start,
    before: (seconds) => chapters.findLast(({ start }) => start < seconds - firstSeconds)?.start ?? 0,
  };
};
