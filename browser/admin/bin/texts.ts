import { inLanguage } from "../texts/index.ts";

const english = {
  title: "Bin",
  intro: "Pages stay here for 30 days. Then they are deleted for good.",
  count: (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "page" : "pages"}`,
  none: "The bin is empty.",
  untitled: "Untitled",
  deleted: (who: string | null, when: string) => (who ? `Deleted by ${who}, ${when}` : `Deleted ${when}`),
  stays: (when: string) => `Stays until ${when}`,
  select: (title: string) => `Select ${title}`,
  selectAll: "Select all that are shown",
  selected: (count: number) => `${count} selected`,
  restore: "Restore",
  purge: "Delete for good",
  restored: (count: number) => (count === 1 ? "It is a draft again." : `${count} pages are drafts again.`),
  write: "Open it",
  purged: (count: number) => (count === 1 ? "It is gone for good." : `${count} pages are gone for good.`),
  purgeTitle: "Delete for good",
  purgeIntro: (count: number) =>
    count === 1
      ? "This page, all its versions and its comments will be gone. Nobody can bring them back:"
      : `These ${count} pages, all their versions and their comments will be gone. Nobody can bring them back:`,
  cancel: "Cancel",
  mayNotRestore: "You may not restore it: the page that it was below is gone, or you may add nothing there.",
  mayNotPurge: "Administrators can delete pages for good before that.",
};

const german: typeof english = {
  title: "Papierkorb",
  intro: "Seiten bleiben 30 Tage hier. Dann werden sie endgültig gelöscht.",
  count: (count) => `${count.toLocaleString("de")} ${count === 1 ? "Seite" : "Seiten"}`,
  none: "Der Papierkorb ist leer.",
  untitled: "Ohne Titel",
  deleted: (who, when) => (who ? `Gelöscht von ${who}, ${when}` : `Gelöscht ${when}`),
  stays: (when) => `Bleibt bis ${when}`,
  select: (title) => `${title} auswählen`,
  selectAll: "Alle gezeigten auswählen",
  selected: (count) => `${count} ausgewählt`,
  restore: "Wiederherstellen",
  purge: "Endgültig löschen",
  restored: (count) =>
    count === 1 ? "Sie ist wieder ein Entwurf." : `${count} Seiten sind wieder Entwürfe.`,
  write: "Öffnen",
  purged: (count) =>
    count === 1 ? "Sie ist endgültig gelöscht." : `${count} Seiten sind endgültig gelöscht.`,
  purgeTitle: "Endgültig löschen",
  purgeIntro: (count) =>
    count === 1
      ? "Diese Seite, alle ihre Fassungen und ihre Kommentare verschwinden. Niemand kann sie zurückholen:"
      : `Diese ${count} Seiten, alle ihre Fassungen und ihre Kommentare verschwinden. Niemand kann sie zurückholen:`,
  cancel: "Abbrechen",
  mayNotRestore:
    "Du kannst sie nicht wiederherstellen: Die Seite, unter der sie war, ist weg, oder du darfst dort nichts hinzufügen.",
  mayNotPurge: "Administratoren können Seiten schon vorher endgültig löschen.",
};

export const binTexts = inLanguage({ en: english, de: german });
