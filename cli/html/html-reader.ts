import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { certain } from "#lib/certain.ts";
import { asShown } from "./as-shown.ts";
import { calloutOf } from "./callout.ts";
import { codeBlock } from "./code-block.ts";
import {
  calloutName,
  containerNames,
  countBeforeText,
  hasSpecial,
  isGallery,
  isPicture,
  isSpecial,
  lineNames,
  onlyAddress,
  partName,
  rowsOf,
  withoutSpecial,
} from "./elements.ts";
import {
  addressOfEmbed,
  addressOfQuotedPost,
  addressWithScheme,
  type FoundEmbed,
  titleOfEmbed,
} from "./embeds.ts";
import type { HtmlPlace } from "./html-place.ts";
import { isLayout, tableOfHtml } from "./html-table.ts";
import type { HtmlTarget } from "./html-target.ts";
import {
  comment,
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  htmlTree,
  isElement,
  textOfNodes,
} from "./html-tree.ts";
import {
  addressOfPicture,
  captionsIn,
  captionText,
  noteCaption,
  pictureName,
  pictureText,
} from "./pictures.ts";

export interface HtmlSource<Place extends HtmlPlace> {
  /** A text, or what is read of one. */
  readonly html: string | readonly HtmlNode[];
  /** The place of the first line of the HTML. */
  readonly place: Place;
  /** Line breaks mean something, as in WordPress's texts from before it had blocks. */
  readonly hasLineBreaks?: boolean;
  /** The file for the address of a medium, relative to the post; undefined if it cannot be fetched. */
  readonly fileOf: (address: string, element: HtmlElement | undefined, place: Place) => string | undefined;
  /** Where a link leads now. */
  readonly linkTo: (address: string, place: Place) => string;
  /** Tables are Lectern's own blocks, as far as these can say them; else lines of text. */
  readonly takesTables?: boolean;
  /** The elements that stand for callouts are Lectern's own blocks. */
  readonly takesCallouts?: boolean;
  /** The embed at an address, which is one of Lectern's own blocks then. Players of others become links. */
  readonly embedAt?: (address: string) => FoundEmbed | undefined;
  /** An address that stands alone is text, and no player or preview as in WordPress's texts. */
  readonly hasPlainAddresses?: boolean;
}

/** Gives HTML to the target as prose and blocks. What finds no place is noted. */
export const readHtml = <Place extends HtmlPlace>(source: HtmlSource<Place>, target: HtmlTarget): void => {
  const { html, place } = source;
  new HtmlReader(source, target).walk(asShown(typeof html === "string" ? htmlTree(html) : html, place));
};

const lineBreak: HtmlElement = { name: "br", attributes: {}, children: [], line: 1 };

class HtmlReader<Place extends HtmlPlace> {
  readonly #source: HtmlSource<Place>;
  readonly #target: HtmlTarget;
  /** Text and inline elements of a paragraph that has no tag. */
  #loose: HtmlNode[] = [];
  #looseHasText = false;

  constructor(source: HtmlSource<Place>, target: HtmlTarget) {
    this.#source = source;
    this.#target = target;
  }

  walk(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) this.#take(node);
    this.#endLoose();
  }

  #take(node: HtmlNode): void {
    if (typeof node === "string") this.#takeText(node);
    else if (node.name === comment) this.#takeComment(node);
    else if (isPicture(node) && this.#looseHasText) this.#addLoose(node);
    else if (isSpecial(node)) {
      this.#endLoose();
      this.#takeSpecial(node);
    } else if (isGallery(node)) {
      this.#endLoose();
      this.#addPictures([...elementsIn([node])].filter(isPicture), node);
    } else if (containerNames.has(node.name)) {
      this.#endLoose();
      const background = /\burl\(\s*["']?([^"')]+)/i.exec(node.attributes.style ?? "")?.[1];
      if (background) this.#at(node).note("element", `background picture: ${background}`);
      this.walk(node.children);
    } else if (lineNames.has(node.name)) {
      this.#endLoose();
      this.#takeLine(node);
    } else this.#addLoose(node);
  }

  #takeText(text: string): void {
    if (!this.#source.hasLineBreaks) {
      this.#addLoose(text);
      return;
    }
    for (const [index, part] of text.split(/\n[ \t\r]*\n\s*/).entries()) {
      if (index > 0) this.#endLoose();
      for (const [row, line] of part.split("\n").entries()) {
        if (row > 0) this.#addLoose(lineBreak);
        this.#addLoose(line);
      }
    }
  }

  #takeComment(node: HtmlElement): void {
    const text = textOfNodes(node.children.filter((child) => typeof child === "string")).trim();
    const [, block = "", end = ""] = /^wp:([\w/-]+)(?:\s[\s\S]*?)?(\/?)$/.exec(text) ?? [];
    if (end) this.#at(node).note("element", `block ${block}: ${text}`);
    else if (!/^\/?wp:/.test(text) && !/^kg-card-(?:begin|end)/.test(text))
      this.#at(node).note("element", `comment: ${text}`);
  }

  #addLoose(node: HtmlNode): void {
    this.#loose.push(node);
    this.#looseHasText ||= textOfNodes([node]).trim() !== "";
  }

  #endLoose(): void {
    const shows = (node: HtmlNode) => (typeof node === "string" ? node.trim() !== "" : node.name !== "br");
    const begin = this.#loose.findIndex(shows);
    const children = begin < 0 ? [] : this.#loose.slice(begin, this.#loose.findLastIndex(shows) + 1);
    this.#loose = [];
    this.#looseHasText = false;
    if (children.length === 0) return;
    for (const paragraph of this.#source.hasLineBreaks ? this.#apartFromEmbeds(children) : [children]) {
      const first = paragraph.find((node) => typeof node !== "string");
      const line = typeof first === "object" ? first.line : 1;
      this.#takeLine({ name: "p", attributes: {}, children: paragraph, line });
    }
  }

  /** Lines of a paragraph that are embeds, and what is between them: WordPress shows them apart, too. */
  #apartFromEmbeds(children: readonly HtmlNode[]): readonly (readonly HtmlNode[])[] {
    const isBreak = (node: HtmlNode | undefined) => typeof node === "object" && node.name === "br";
    const paragraphs: HtmlNode[][] = [[]];
    for (const [index, node] of children.entries()) {
      const isLine = isBreak(children[index - 1] ?? lineBreak) && isBreak(children[index + 1] ?? lineBreak);
      const isEmbed = isLine && typeof node === "string" && this.#source.embedAt?.(node.trim());
      if (isEmbed) paragraphs.push([node], []);
      else if (!isBreak(node) || certain(paragraphs.at(-1)).length > 0) certain(paragraphs.at(-1)).push(node);
    }
    return paragraphs
      .map((paragraph) => paragraph.slice(0, paragraph.findLastIndex((node) => !isBreak(node)) + 1))
      .filter((paragraph) => paragraph.length > 0);
  }

  /** A paragraph, heading, list or quote: what cannot stand in it follows it, or stands before its text. */
  #takeLine(element: HtmlElement): void {
    const address = this.#source.hasPlainAddresses ? undefined : onlyAddress(element);
    if (address) {
      this.#addEmbed(address, element);
      return;
    }
    const quoted = addressOfQuotedPost(element);
    if (quoted && this.#addFound(quoted, element)) {
      this.#at(element).note("embed_text", textOfNodes(element.children));
      return;
    }
    if (!hasSpecial(element)) {
      this.#target.prose(this.#linked(element));
      return;
    }
    const found: HtmlElement[] = [];
    const rest = this.#linked(withoutSpecial(element, found));
    const isText = textOfNodes([rest]).trim() !== "";
    const pictures = found.filter(isPicture);
    if (!isText && pictures.length > 1 && pictures.length === found.length) {
      this.#addPictures(pictures, element);
      return;
    }
    const before = isText ? countBeforeText(element) : 0;
    for (const special of found.slice(0, before)) this.#takeSpecial(special, true);
    if (isText) this.#target.prose(rest);
    for (const special of found.slice(before)) this.#takeSpecial(special, isText);
  }

  #linked(element: HtmlElement): HtmlElement {
    const { href } = element.attributes;
    const children = element.children.map((node) => (typeof node === "string" ? node : this.#linked(node)));
    if (element.name !== "a" || !href) return { ...element, children };
    return {
      ...element,
      children,
      attributes: { href: this.#source.linkTo(href.trim(), this.#at(element)) },
    };
  }

  /** `isMoved`: it stood in prose. */
  #takeSpecial(element: HtmlElement, isMoved = false): void {
    const { name, attributes, children } = element;
    if (isMoved && isPicture(element)) this.#at(element).note("inline_picture", pictureName(element));
    if (name === "img") this.#addPictures([element], element);
    else if (name === partName) this.#target.part?.(Number(attributes.n), isMoved);
    else if (name === "picture") this.#addPictures([...elementsIn(children)].filter(isPicture), element);
    else if (name === "figure") this.#takeFigure(element);
    else if (name === "pre") this.#addBlock(codeBlock(element), element);
    else if (name === "audio" || name === "video") this.#addRecording(name, element);
    else if (name === "iframe") this.#addEmbed(addressOfEmbed(element), element);
    else if (name === "table") this.#takeTable(element);
    else if (name === calloutName) this.#takeCallout(element);
    else if (!this.#addFound(addressOfEmbed(element), element))
      this.#at(element).note("element", `${name}: ${attributes.src ?? textOfNodes(children)}`);
  }

  #takeTable(table: HtmlElement, caption?: HtmlElement): void {
    const found: HtmlElement[] = [];
    const linked = (element: HtmlElement) => this.#linked(element);
    const value = this.#source.takesTables
      ? tableOfHtml(table, { place: this.#source.place, caption, found, linked })
      : undefined;
    if (value) this.#target.block({ type: "table", value }, table.line);
    else {
      this.#at(table).note("table", textOfNodes(table.children));
      if (this.#source.takesTables && isLayout(table)) this.#takeCells(table.children);
      else for (const row of rowsOf(table, found)) this.#target.prose(this.#linked(row));
    }
    // The rows of tables in a table are among its own.
    for (const special of found) if (special.name !== "table") this.#takeSpecial(special);
    const hasOwn = [...elementsIn(table.children)].some(({ name }) => name === "caption");
    if (!value || hasOwn) this.#addCaption(caption);
  }

  /** The cells of a table that is none of data, as parts of the text. */
  #takeCells(nodes: readonly HtmlNode[]): void {
    for (const node of nodes.filter(isElement))
      if (["td", "th", "caption"].includes(node.name)) this.walk(node.children);
      else this.#takeCells(node.children);
  }

  /** A callout, and below it what cannot stand in one. */
  #takeCallout(element: HtmlElement): void {
    if (!this.#source.takesCallouts) {
      this.walk(element.children);
      return;
    }
    const linked = (each: HtmlElement) => this.#linked(each);
    const { value, others } = calloutOf(element, linked, (nodes, target) =>
      new HtmlReader(this.#source, target).walk(nodes),
    );
    if (value) this.#target.block({ type: "callout", value }, element.line);
    for (const { block, line } of others) this.#target.block(block, line);
  }

  #takeFigure(figure: HtmlElement): void {
    const inner = [...elementsIn(figure.children)];
    const bookmark = /\bkg-bookmark-card\b/.test(figure.attributes.class ?? "")
      ? inner.find(({ name, attributes }) => name === "a" && attributes.href)?.attributes.href
      : undefined;
    const caption = inner.findLast(({ name }) => name === "figcaption");
    const pictures = inner.filter(isPicture);
    const others = inner.filter(
      (element) => isSpecial(element) && !isPicture(element) && element.name !== "figure",
    );
    const address =
      bookmark ?? onlyAddress({ ...figure, children: figure.children.filter((node) => node !== caption) });
    if (address && (bookmark !== undefined || pictures.length === 0)) {
      this.#addEmbed(address, figure);
      this.#addCaption(caption);
    } else if (pictures.length > 0 && others.every(({ name }) => name === "picture" || name === "source"))
      this.#addPictures(pictures, figure, caption);
    else {
      const table = inner.find(({ name }) => name === "table");
      const inTable = new Set(table && elementsIn([table]));
      if (table && [...pictures, ...others].every((element) => inTable.has(element))) {
        this.#takeTable(table, caption);
        return;
      }
      this.walk(figure.children.filter((node) => node !== caption));
      this.#addCaption(caption);
    }
  }

  #addCaption(caption: HtmlElement | undefined): void {
    if (caption) this.#takeLine({ ...caption, name: "p" });
  }

  #addPictures(pictures: readonly HtmlElement[], around: HtmlElement, caption?: HtmlElement): void {
    const captions = captionsIn(around);
    const entries = pictures.flatMap((picture) => {
      const { alt = "", width, height } = picture.attributes;
      if (width === "1" && height === "1") {
        this.#at(picture).note("element", `img of one pixel: ${pictureName(picture)}`);
        return [];
      }
      const address = addressOfPicture(picture);
      const file = address && this.#source.fileOf(address, picture, this.#at(picture));
      if (!file) {
        if (!address) this.#at(picture).note("media", pictureName(picture));
        return [];
      }
      const own = captions.get(picture) ?? (pictures.length === 1 ? caption : undefined);
      if (own) noteCaption(own, this.#at(own));
      const shown = captionText(own);
      return [
        { file, ...(pictureText(alt) && { alt_text: pictureText(alt) }), ...(shown && { caption: shown }) },
      ];
    });
    const [first] = entries;
    if (!first) {
      this.#addCaption(caption);
      return;
    }
    // An image block has no caption; a gallery of one picture has.
    const isImage = entries.length === 1 && first.caption === undefined;
    this.#addBlock(isImage ? { type: "image", value: first } : { type: "gallery", value: entries }, around);
    if (
      pictures.length > 1 &&
      caption &&
      captionText(caption) !== "" &&
      !entries.some((entry) => entry.caption === captionText(caption))
    )
      this.#target.prose(this.#linked({ ...caption, name: "p" }));
  }

  #addRecording(kind: "audio" | "video", element: HtmlElement): void {
    const sources = [element, ...elementsIn(element.children)].map(({ attributes }) => attributes.src ?? "");
    const address = sources.find((src) => src !== "");
    const place = this.#at(element);
    const file = address && this.#source.fileOf(address, element, place);
    if (!file) {
      if (!address) place.note("element", kind);
      return;
    }
    if (element.attributes.poster) place.note("element", `picture of a video: ${element.attributes.poster}`);
    this.#addBlock({ type: kind, value: { file } }, element);
  }

  /** True for an embed that is a block now. */
  #addFound(address: string, element: HtmlElement): boolean {
    const found = address === "" ? undefined : this.#source.embedAt?.(address);
    if (!found) return false;
    const value = { url: found.url, title: titleOfEmbed(element), image: null };
    this.#addBlock({ type: "external_embed", value }, element);
    return true;
  }

  #addEmbed(address: string, element: HtmlElement): void {
    if (this.#addFound(address, element)) return;
    const place = this.#at(element);
    const href = addressWithScheme(address);
    place.note(/^https?:/i.test(href) ? "embed" : "element", `${element.name}: ${href}`);
    if (!/^https?:/i.test(href)) return;
    const link = { name: "a", attributes: { href }, children: [href], line: element.line };
    this.#target.prose({ name: "p", attributes: {}, children: [link], line: element.line });
  }

  #addBlock(block: AuthorBlock | undefined, { line }: HtmlElement): void {
    if (block) this.#target.block(block, line);
  }

  #at({ line }: HtmlElement): Place {
    return this.#source.place.below(line);
  }
}
