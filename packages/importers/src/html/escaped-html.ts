/** A text as HTML, in an element or in the quotes of an attribute. */
export const escapedHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
