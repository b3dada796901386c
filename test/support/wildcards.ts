const expressions = new Map<string, RegExp>();

/** As IAM and CloudFront compare: an asterisk stands for any text, and a question mark for one character. */
export const fitsWildcards = (pattern: string, text: string): boolean => {
  // Patterns are few, and compared with each request.
  let expression = expressions.get(pattern);
  if (!expression) {
    const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
    expression = new RegExp(`^${source.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s");
    expressions.set(pattern, expression);
  }
  return expression.test(text);
};
