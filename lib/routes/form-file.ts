export class FormFile {
  /** The sender's name for it, which may be any text. */
  readonly name: string;
  readonly contentType: string | undefined;
  readonly content: Uint8Array;

  constructor(name: string, contentType: string | undefined, content: Uint8Array) {
    this.name = name;
    this.contentType = contentType;
    this.content = content;
  }
}
