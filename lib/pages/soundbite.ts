/** A part of an episode by which apps present it (podcast namespace, `soundbite`). */
export interface Soundbite {
  /** To the millisecond, like the duration. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** Empty for that of the episode. */
  readonly title: string;
}

/** How many an episode has at most. */
export const maxSoundbites = 20;

/** The longest title, in code points: apps cut what is longer. */
export const maxSoundbiteTitle = 128;

export const soundbitesInOrder = (soundbites: readonly Soundbite[]): readonly Soundbite[] =>
  [...soundbites].sort((one, other) => one.startSeconds - other.startSeconds);

/** What is said of a soundbite that begins when one before it in the list does. */
export const repeatedStart = "Another soundbite begins at this time.";

/** The places in the list of starts that an earlier one has already; undefined ones are not compared. */
export const repeatedStarts = (starts: readonly (number | undefined)[]): readonly number[] =>
  starts.flatMap((start, index) => (start !== undefined && starts.indexOf(start) < index ? [index] : []));
