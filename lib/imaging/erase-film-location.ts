/** Marks the place of recording in a film (QuickTime) that cameras append to a photograph. */
const filmMark = Buffer.from("\xa9xyz", "latin1");
const headBytes = 4;
const maxPositionBytes = 100;

/** Blanks positions of films in an image, in place: `+47.0100+009.5100+455.000/` (ISO 6709). */
export const eraseFilmLocation = (bytes: Buffer): void => {
  for (let at = bytes.indexOf(filmMark); at >= 0; at = bytes.indexOf(filmMark, at + 1)) {
    const from = at + filmMark.length + headBytes;
    const text = bytes.toString("latin1", from, from + maxPositionBytes);
    const position = /^[+-][\d.]{1,20}[+-][\d.]{1,20}(?:[+-][\d.]{1,20})?\/?/.exec(text)?.[0];
    if (position !== undefined) bytes.fill(" ", from, from + position.length);
  }
};
