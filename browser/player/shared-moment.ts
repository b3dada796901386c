/** The address of the page at a moment of an audio. Without script it leads to the audio. */
export const sharedAddress = ({ origin, pathname }: Location, figureId: string, seconds: number): string =>
  `${origin}${pathname}?t=${Math.floor(seconds)}#${figureId}`;

/**
 * The second that an address names for an audio: `?t=90#audio_7` for that one, `?t=90` and `#t=90` for the
 * first of the page. Undefined if it names none.
 */
export const sharedMoment = (
  { search, hash }: Location,
  figureId: string,
  isFirst: boolean,
): number | undefined => {
  const named = /^#(audio_\d+)$/.exec(hash)?.[1];
  if (named === undefined ? !isFirst : named !== figureId) return undefined;
  const text = new URLSearchParams(search).get("t") ?? /^#t=(.+)$/.exec(hash)?.[1] ?? "";
  return /^\d{1,6}(\.\d+)?$/.test(text) ? Number(text) : undefined;
};
