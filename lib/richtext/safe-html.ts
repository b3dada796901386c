declare const brand: unique symbol;

/** HTML that may stand in a page as it is: what the sanitizer wrote, or a template engine with every value escaped. */
export type SafeHtml = string & { readonly [brand]: true };

/**
 * The same string, vouched for. Only two callers have the right to vouch: the sanitizer of this folder for what it
 * wrote from its allow-list, and the template engine for its own output (architecture §9).
 */
export function vouchedHtml(html: string): SafeHtml {
  return html as SafeHtml;
}
