import { inLanguage } from "../texts/index.ts";

const en = {
  title: "Go to, or do",
  label: "A page, or what you want to do",
  nothing: "Nothing matches.",
  kinds: {
    "site.Post": "Post",
    "site.Episode": "Episode",
    "site.Blog": "Blog",
    "site.Podcast": "Podcast",
    "site.HomePage": "Home page",
  } as Readonly<Record<string, string>>,
  keys: "Keys",
  here: "Here",
  inText: "In the text",
  textKeys: {
    "/": "List of blocks, at the beginning of a line",
    "Mod+B": "Bold",
    "Mod+I": "Italic",
    "Mod+K": "Link the selected words",
    "Mod+E": "Code within a line",
    "Mod+Alt+0": "Paragraph",
    "Mod+Shift+7": "Numbered list",
    "Mod+Shift+8": "List",
    "Mod+Shift+9": "Quotation",
    "Alt+↑ ↓": "Move the block or paragraph",
    "Alt+F10": "Toolbar",
    Tab: "To the buttons of the blocks; in a list, indent. With Shift, the other way",
    "Esc Tab": "Out of the text; with Shift, to the title",
    "Mod+Z": "Undo; with Shift, do again",
  } as Readonly<Record<string, string>>,
  singleKeys: "Keys of one character work outside of text",
};

const de: typeof en = {
  title: "Gehe zu, oder tue",
  label: "Eine Seite, oder was Sie tun möchten",
  nothing: "Nichts passt.",
  kinds: {
    "site.Post": "Beitrag",
    "site.Episode": "Folge",
    "site.Blog": "Blog",
    "site.Podcast": "Podcast",
    "site.HomePage": "Startseite",
  },
  keys: "Tasten",
  here: "Hier",
  inText: "Im Text",
  textKeys: {
    "/": "Liste der Bausteine, am Anfang einer Zeile",
    "Mod+B": "Fett",
    "Mod+I": "Kursiv",
    "Mod+K": "Die ausgewählten Wörter verlinken",
    "Mod+E": "Code in der Zeile",
    "Mod+Alt+0": "Absatz",
    "Mod+Shift+7": "Nummerierte Liste",
    "Mod+Shift+8": "Liste",
    "Mod+Shift+9": "Zitat",
    "Alt+↑ ↓": "Baustein oder Absatz verschieben",
    "Alt+F10": "Werkzeugleiste",
    Tab: "Zu den Schaltflächen der Bausteine; in einer Liste einrücken. Mit Umschalt zurück",
    "Esc Tab": "Aus dem Text heraus; mit Umschalt zum Titel",
    "Mod+Z": "Rückgängig; mit Umschalt wiederholen",
  },
  singleKeys: "Tasten mit einem Zeichen wirken außerhalb von Text",
};

export const paletteTexts = inLanguage({ en, de });
