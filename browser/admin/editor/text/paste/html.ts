import { mayBeLinked } from "#lib/richtext/address-schemes.ts";
import { type LeftOut, type Pasted, PasteWriter } from "./parts.ts";
import { formattingIn, inertHtml, stylesOf } from "./styles.ts";
import { isDataTable, tableBlock } from "./table.ts";
import { isSign, type WordItem, wordItem } from "./word-lists.ts";

/** HTML from the clipboard, whose elements say what their text is. */
export const pastedHtml = (
  html: string,
  features: readonly string[],
  blocks: ReadonlySet<string>,
): Pasted => {
  const { body } = new DOMParser().parseFromString(inertHtml(html), "text/html");
  const writer = new PasteWriter(features);
  const levels = [...body.querySelectorAll("h1, h2, h3, h4, h5, h6, p, div")].flatMap(
    (element) => headingLevel(element, element.tagName) ?? [],
  );
  writer.beginAt(Math.min(...levels));
  new HtmlReader(writer, blocks).children(body);
  return writer.finish();
};

const words = (text: string) => new Set(text.split(" "));

const passedOver = words(
  "STYLE SCRIPT HEAD META TITLE LINK TEMPLATE NOSCRIPT BASE COL COLGROUP WBR RP RT O:P",
);
const groups = words(
  "ADDRESS ARTICLE ASIDE BODY CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER HGROUP LEGEND MAIN NAV SECTION SUMMARY TABLE TBODY TFOOT THEAD TR",
);
const frames = words("IFRAME EMBED OBJECT VIDEO AUDIO APPLET");
const drawings = words("SVG MATH CANVAS");
const inputs = words("INPUT SELECT TEXTAREA BUTTON PROGRESS METER");

const marks: Readonly<Record<string, string>> = {
  ...{ B: "bold", STRONG: "bold", I: "italic", EM: "italic", CITE: "italic", DFN: "italic", VAR: "italic" },
  ...{
    S: "strikethrough",
    STRIKE: "strikethrough",
    DEL: "strikethrough",
    SUP: "superscript",
    SUB: "subscript",
  },
  ...{ CODE: "code", KBD: "code", SAMP: "code", TT: "code" },
  ...{ U: "underline", INS: "underline" },
};

class HtmlReader {
  readonly #writer: PasteWriter;
  readonly #blocks: ReadonlySet<string>;
  /** The formatting that is on. */
  readonly #on = new Set<string>();
  #lists = 0;
  #quotes = 0;
  #headings = 0;
  #links = 0;

  constructor(writer: PasteWriter, blocks: ReadonlySet<string>) {
    this.#writer = writer;
    this.#blocks = blocks;
  }

  children(parent: Node): void {
    const nodes = [...parent.childNodes];
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]!;
      const item = node instanceof Element ? wordItem(node) : undefined;
      if (!item) {
        this.#node(node);
        continue;
      }
      const items: [Element, WordItem][] = [];
      for (; at < nodes.length; at++) {
        const next = nodes[at]!;
        if (next instanceof Text && next.data.trim() === "") continue;
        const found = next instanceof Element ? wordItem(next) : undefined;
        if (!found) break;
        items.push([next as Element, found]);
      }
      at--;
      this.#wordList(items);
    }
  }

  #left(what: LeftOut): void {
    this.#writer.leftOut.add(what);
  }

  #node(node: Node): void {
    if (node instanceof Text) this.#writer.text(node.data);
    else if (node instanceof Element) this.#element(node);
  }

  #element(element: Element): unknown {
    const name = element.tagName.toUpperCase();
    const styles = stylesOf(element);
    if (passedOver.has(name) || isSign(element) || styles.get("display") === "none") return;
    if (/comment-list|footnote-list|endnote-list/.test(styles.get("mso-element") ?? ""))
      return this.#left("leftNotes");
    if (
      element.matches(".msocomanchor, .MsoCommentReference, a[href^='#cmnt'], a[href^='#_msocom']") ||
      isNoteSign(element)
    )
      return this.#left("leftNotes");
    // Word on the web ends paragraphs with a blank.
    if (element.matches(".EOP")) return;
    if (frames.has(name)) return this.#left("leftFrames");
    if (drawings.has(name)) return this.#left("leftDrawings");
    if (inputs.has(name)) return this.#input(element);
    if (name === "IMG" || name === "PICTURE") return this.#picture(element);
    if (name === "BR") {
      if (!element.matches(".Apple-interchange-newline")) this.#writer.lineBreak();
      return;
    }
    if (name === "HR") return this.#writer.rule();
    if (this.#isCode(element, name)) return this.#code(element);
    this.#formatted(element, name, () => this.#structure(element, name));
  }

  #structure(element: Element, name: string): void {
    const writer = this.#writer;
    const inside = () => this.children(element);
    const level = headingLevel(element, name);
    if (level !== undefined) {
      this.#headings++;
      writer.heading(level, inside);
      this.#headings--;
    } else if (name === "P") writer.around("p", inside);
    else if (name === "UL" || name === "OL" || name === "MENU") {
      this.#lists++;
      writer.list(name === "OL", Number(element.getAttribute("start") ?? 1) || 1, inside);
      this.#lists--;
    } else if (name === "LI") writer.around("li", inside);
    else if (name === "BLOCKQUOTE") {
      this.#quotes++;
      writer.quote(inside);
      this.#quotes--;
    } else if (name === "A") this.#link(element, inside);
    else if (name === "TABLE") this.#table(element as HTMLTableElement, inside);
    else if (name === "TD" || name === "TH") writer.around("td", inside);
    else if (groups.has(name)) writer.around("div", inside);
    else inside();
  }

  /** Writes around it what the element or its style turns on; what a style turns off is not turned on. */
  #formatted(element: Element, name: string, write: () => void): void {
    const found = new Map(formattingIn(stylesOf(element)));
    const own = marks[name];
    if (own && !found.has(own)) found.set(own, true);
    if (name === "MARK" || (name === "FONT" && element.hasAttribute("color"))) this.#left("leftColors");
    let inner = write;
    for (const [feature, isOn] of found) {
      if (!isOn || this.#on.has(feature)) continue;
      if (feature === "underline") {
        if (this.#links === 0 && name !== "A" && !element.querySelector("a")) this.#left("leftUnderline");
        continue;
      }
      // Headings are bold by themselves, and links to notes are raised.
      if (feature === "bold" && (this.#headings > 0 || headingLevel(element, name) !== undefined)) continue;
      const around = inner;
      inner = () => {
        this.#on.add(feature);
        this.#writer.mark(feature, around);
        this.#on.delete(feature);
      };
    }
    inner();
  }

  #link(element: Element, inside: () => void): void {
    const href = targetOf(element.getAttribute("href") ?? "");
    this.#links++;
    if (href === "" || href.startsWith("#")) inside();
    else if (mayBeLinked(href)) this.#writer.link(href, inside);
    else {
      this.#left("leftLinks");
      inside();
    }
    this.#links--;
  }

  #input(element: Element): void {
    if (element.getAttribute("type") === "checkbox")
      this.#writer.text(element.hasAttribute("checked") ? "☑ " : "☐ ");
    else if (element.getAttribute("type") !== "hidden") this.#left("leftForms");
  }

  #picture(element: Element): unknown {
    const image = element.tagName.toUpperCase() === "IMG" ? element : element.querySelector("img");
    const alt = image?.getAttribute("alt") ?? "";
    // Sites draw signs such as smileys as pictures.
    if (/^\p{Extended_Pictographic}/u.test(alt) && alt.length <= 12) return this.#writer.text(alt);
    const { width, height } = { width: image?.getAttribute("width"), height: image?.getAttribute("height") };
    if (width === "1" || height === "1") return;
    const file = fileOf(image?.getAttribute("src") ?? "");
    if (file && this.#lists === 0 && this.#quotes === 0) this.#writer.file(file);
    else this.#left("leftPictures");
  }

  #isCode(element: Element, name: string): boolean {
    if (name === "PRE") return true;
    const styles = stylesOf(element);
    return (
      name === "DIV" &&
      /^pre/.test(styles.get("white-space") ?? "") &&
      /mono|courier|consolas|menlo/.test(styles.get("font-family") ?? "")
    );
  }

  #code(element: Element): unknown {
    const source = textOf(element).replace(/\n$/, "");
    if (source.trim() === "") return;
    if (this.#lists === 0 && this.#quotes === 0)
      return this.#writer.block({ type: "code", value: { language: languageOf(element), source } });
    this.#writer.around("p", () => this.#writer.mark("code", () => this.#writer.text(source)));
  }

  #table(table: HTMLTableElement, inside: () => void): unknown {
    if (!isDataTable(table)) return this.#writer.around("div", inside);
    if (this.#blocks.has("table") && this.#lists === 0 && this.#quotes === 0) {
      this.#writer.block(tableBlock(table));
      return;
    }
    this.#left("leftTables");
    this.#writer.around("div", inside);
  }

  #wordList(items: readonly (readonly [Element, WordItem])[]): void {
    let at = 0;
    const writeLevel = (level: number) => {
      const first = items[at]![1];
      this.#lists++;
      this.#writer.list(first.isOrdered, first.start, () => {
        while (at < items.length && items[at]![1].level >= level) {
          const [element, item] = items[at]!;
          if (item.level > level) {
            writeLevel(item.level);
            continue;
          }
          if (item.level === first.level && item.list !== first.list) break;
          at++;
          this.#writer.around("li", () => this.children(element));
        }
      });
      this.#lists--;
    };
    while (at < items.length) writeLevel(items[at]![1].level);
  }
}

/** Headings of HTML, of Word's styles, and of what says that it is one. */
const headingLevel = (element: Element, name: string): number | undefined => {
  const own = /^H([1-6])$/.exec(name)?.[1];
  if (own) return Number(own);
  if (name !== "P" && name !== "DIV") return undefined;
  if (element.matches(".MsoTitle")) return 1;
  const style = /\bMsoHeading([1-6])\b/.exec(element.className)?.[1];
  const level = element.getAttribute("role") === "heading" ? element.getAttribute("aria-level") : style;
  return level && /^[1-6]$/.test(level) ? Number(level) : undefined;
};

/** A link to a note below the text, whose sign would say nothing without it. */
const isNoteSign = (element: Element): boolean =>
  element.matches("a[href^='#']:not([href^='#fn-'])") &&
  /^\[?[\w*†‡]{1,4}\]?$/.test(element.textContent?.trim() ?? "");

/** The address behind that of a page which only leads on. */
const targetOf = (href: string): string => {
  const address = href.trim();
  if (!/^https:\/\/www\.google\.com\/url\?/.test(address) || !URL.canParse(address)) return address;
  return new URL(address).searchParams.get("q") ?? address;
};

const fileOf = (src: string): File | undefined => {
  const [, type = "", data] =
    /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([\w+/=\s]+)$/.exec(src) ?? [];
  if (data === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, "")), (sign) => sign.charCodeAt(0));
    return new File([bytes], `pasted.${type.slice("image/".length)}`, { type });
  } catch {
    return undefined;
  }
};

/** The text of code, in which elements of lines are lines. */
const textOf = (element: Element): string => {
  let text = "";
  const write = (node: Node) => {
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element) {
      if (node.tagName === "BR") text += "\n";
      else {
        const isLine = /^(?:DIV|P|LI|TR)$/.test(node.tagName);
        if (isLine && text !== "" && !text.endsWith("\n")) text += "\n";
        for (const child of node.childNodes) write(child);
        if (isLine) text += "\n";
      }
    }
  };
  for (const child of element.childNodes) write(child);
  return text.replaceAll("\u00A0", " ");
};

const languageOf = (element: Element): string => {
  const named = [element, ...element.querySelectorAll("code")];
  for (const each of named) {
    const found =
      each.getAttribute("data-language") ??
      /\b(?:lang(?:uage)?|brush:?|highlight-source)[-: ]([\w+#-]+)/.exec(each.className)?.[1];
    if (found) return found.toLowerCase();
  }
  return "text";
};
