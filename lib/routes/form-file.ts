/** A file that stands in a form itself. */
export class FormFile {
  /** As its sender calls it: any text at all. */
  readonly name: string;
  /** As its sender declares it; undefined where nothing is declared. */
  readonly contentType: string | undefined;
  readonly content: Uint8Array;

  constructor(name: string, contentType: string | undefined, content: Uint8Array) {
    this.name = name;
    this.contentType = contentType;
    this.content = content;
  }
}
