declare const brand: unique symbol;

/**
 * HTML that may stand in a page as it is: what this folder wrote, or a template engine with every value
 * escaped.
 */
export type SafeHtml = string & { readonly [brand]: true };

/**
 * The same string, vouched for. Only two callers have the right to vouch: this folder for what it wrote from
 * an allow-list, and the themes for what their template engine escaped.
 */
export function vouchedHtml(html: string): SafeHtml {
  return html as SafeHtml;
}
