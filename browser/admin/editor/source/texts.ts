import { inLanguage } from "../../texts/index.ts";

const english = {
  label: "Text, as Markdown",
  held: (names: string) =>
    `Markdown cannot hold these, so each is a line in double brackets, which can be moved or removed: ${names}.`,
  removed: (names: string) => `Removed with its line: ${names}.`,
  unknown: (numbers: string) => `Nothing has the number ${numbers}, so its line is text.`,
  leftOut: (what: string) => `Not kept: ${what}.`,
  refused: (why: string) => `This is not read as Markdown; its lines are plain text. ${why}`,
};

const german: typeof english = {
  label: "Text, als Markdown",
  held: (names) =>
    `Markdown kann das nicht fassen; es steht als Zeile in doppelten Klammern, die man verschieben oder löschen kann: ${names}.`,
  removed: (names) => `Mit der Zeile entfernt: ${names}.`,
  unknown: (numbers) => `Nichts hat die Nummer ${numbers}; die Zeile ist Text.`,
  leftOut: (what) => `Nicht behalten: ${what}.`,
  refused: (why) => `Das wird nicht als Markdown gelesen; die Zeilen sind einfacher Text. ${why}`,
};

export const sourceTexts = inLanguage({ en: english, de: german });
