/** What `%20` and the like stand for; a text with a percent sign that stands for nothing stays as it is. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
