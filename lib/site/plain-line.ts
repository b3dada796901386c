/**
 * What somebody unknown calls themselves, as one line that cannot disturb a page or a terminal: without
 * control and format characters, which hide or turn text; empty for what is no text.
 */
export const plainLine = (text: unknown, maxLength: number): string =>
  typeof text === "string"
    ? [
        ...text
          .normalize("NFC")
          .toWellFormed()
          .replace(/[\p{C}\s]+/gu, " ")
          .trim(),
      ]
        .slice(0, maxLength)
        .join("")
    : "";
