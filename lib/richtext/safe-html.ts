declare const brand: unique symbol;

/** HTML that is safe in a page: written by this folder, or by a template engine that escapes values. */
export type SafeHtml = string & { readonly [brand]: true };

/** Marks a string as safe. Only for this folder, which writes from allow-lists, and themes, which escape. */
export function vouchedHtml(html: string): SafeHtml {
  return html as SafeHtml;
}
