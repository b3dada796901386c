/** Somebody who takes part in a podcast or an episode. Texts are plain, and empty where nothing is said. */
export interface Person {
  readonly name: string;
  /** Such as `host`, which those without one are, or `guest` (Podcast Taxonomy). */
  readonly role: string;
  /** What the role belongs to, such as `writing`; empty for the cast. */
  readonly group: string;
  /** An address of the web. */
  readonly link: string;
  /** Id of a picture; it may be gone by now, which counts as none. */
  readonly image: number | null;
}
