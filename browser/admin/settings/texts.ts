import { inLanguage } from "../texts/index.ts";

const english = {
  title: "Settings",
  intro: "What is changed here holds at once.",
  sections: {
    settings: "Site",
    navigation: "Navigation",
    social_links: "Links to other places",
    parents: "Blogs and podcasts",
    categories: "Categories",
    authors: "Authors",
    groups: "Groups",
    workflows: "Workflows",
    collections: "Collections of media",
    restrictions: "Who may see what",
    webhooks: "Webhooks",
    redirects: "Redirects",
  } as Readonly<Record<string, string>>,
  sectionsLabel: "Parts of the settings",
  save: "Save",
  add: "Add",
  new: "Add another",
  saved: "Saved.",
  none: "There is none yet.",
  remove: (name: string) => `Remove ${name}`,
  confirmRemove: (name: string) => `Remove ${name}?`,
  removed: (name: string) => `${name} is removed.`,
  inUse: (pages: number, keys: readonly string[]) =>
    `It is used${pages > 0 ? ` by ${pages} ${pages === 1 ? "page" : "pages"}` : ""}${
      keys.length > 0 ? ` by ${keys.join(", ")}` : ""
    }.`,
  notAllowed: "Only administrators see the settings.",
  inManifest: "A manifest has made this; what you change here holds until the manifest is applied again.",
  place: {
    kinds: { "site.HomePage": "Home page", "site.Blog": "Blog", "site.Podcast": "Podcast" } as Readonly<
      Record<string, string>
    >,
    open: "See it as readers do",
    write: "Write something here",
    pages: "Pages below it",
    details: "Details",
    onlyAdministrators: "Only administrators change these.",
    gone: "There is no such page, or you may not edit it.",
  },
  steps: {
    read: "Read it",
    below: "Read what is below it",
    publish: "Publish posts below it from Markdown files, with a token in LECTERN_TOKEN",
    manifest: "Change anything of it in the manifest, with an administrator's token in LECTERN_TOKEN",
  },
};

const german: typeof english = {
  title: "Einstellungen",
  intro: "Was hier geändert wird, gilt sofort.",
  sections: {
    settings: "Website",
    navigation: "Navigation",
    social_links: "Links zu anderen Orten",
    parents: "Blogs und Podcasts",
    categories: "Kategorien",
    authors: "Autoren",
    groups: "Gruppen",
    workflows: "Prüfungen",
    collections: "Sammlungen von Medien",
    restrictions: "Wer was sehen darf",
    webhooks: "Webhooks",
    redirects: "Weiterleitungen",
  },
  sectionsLabel: "Teile der Einstellungen",
  save: "Speichern",
  add: "Hinzufügen",
  new: "Noch etwas hinzufügen",
  saved: "Gespeichert.",
  none: "Es gibt noch nichts.",
  remove: (name) => `${name} entfernen`,
  confirmRemove: (name) => `${name} entfernen?`,
  removed: (name) => `${name} ist entfernt.`,
  inUse: (pages, keys) =>
    `Es wird verwendet${pages > 0 ? `, von ${pages} ${pages === 1 ? "Seite" : "Seiten"}` : ""}${
      keys.length > 0 ? `, von ${keys.join(", ")}` : ""
    }.`,
  notAllowed: "Nur Verwalter sehen die Einstellungen.",
  inManifest:
    "Das hat ein Manifest angelegt; was du hier änderst, gilt, bis das Manifest wieder angewandt wird.",
  place: {
    kinds: { "site.HomePage": "Startseite", "site.Blog": "Blog", "site.Podcast": "Podcast" },
    open: "Ansehen wie Leser",
    write: "Hier etwas schreiben",
    pages: "Seiten darunter",
    details: "Angaben",
    onlyAdministrators: "Nur Verwalter ändern diese Angaben.",
    gone: "Diese Seite gibt es nicht, oder du darfst sie nicht bearbeiten.",
  },
  steps: {
    read: "Lesen",
    below: "Lesen, was darunter liegt",
    publish: "Beiträge aus Markdown-Dateien darunter veröffentlichen, mit einem Token in LECTERN_TOKEN",
    manifest: "Alles davon im Manifest ändern, mit dem Token eines Verwalters in LECTERN_TOKEN",
  },
};

export const settingsTexts = inLanguage({ en: english, de: german });
