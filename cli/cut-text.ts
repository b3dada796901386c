/** A text of at most so many code points, by which the service counts; a pair of surrogates stays whole. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : [...text].slice(0, max).join("");
