/** In code points. */
export const maxGuidLength = 512;

/** True for a text without control characters and others that nobody sees, which programs compare by. */
export const isGuid = (text: string): boolean =>
  text !== "" && text.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
