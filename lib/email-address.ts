/** True for an address that a mail server could take: the rest is between its owner and their provider. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 320 && /^[^\s@<>"]+@[^\s@.<>"]+(\.[^\s@.<>"]+)+$/.test(text);
