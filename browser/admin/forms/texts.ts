import { inLanguage } from "../texts/index.ts";

const english = {
  addItem: "Add",
  item: (number: number) => `${number}`,
  remove: (number: number) => `Remove ${number}`,
  removeItem: (name: string) => `Remove ${name}`,
  moveUp: (number: number) => `Move ${number} up`,
  moveDown: (number: number) => `Move ${number} down`,
  byDefault: "By default",
};

const german: typeof english = {
  addItem: "Hinzufügen",
  item: (number) => `${number}`,
  remove: (number) => `${number} entfernen`,
  removeItem: (name) => `${name} entfernen`,
  moveUp: (number) => `${number} nach oben`,
  moveDown: (number) => `${number} nach unten`,
  byDefault: "Wie vorgegeben",
};

/** What inputs say for themselves. */
export const formTexts = inLanguage({ en: english, de: german });
