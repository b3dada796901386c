// Proves contract rules: comment-form.

import { expect, test } from "vitest";
import { writtenComment } from "#lib/pages/comment.ts";

const fields = {
  name: "Bo",
  email: "bo@example.org",
  text: "A heron!",
  answers: "",
  website: "",
  opened: "0",
};

test.each([
  ["a family", "👨‍👩‍👧‍👦"],
  ["a heart in a colour", "❤️"],
  ["a flag of tags", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
  ["Arabic with vowels", "مُحَمَّدٌ"],
  ["Hebrew with points", "שָׁלוֹם"],
  ["Hindi with joiners", "क्‍ष क्‌ष हिन्दी"],
  ["Persian", "می‌خواهم"],
  ["Thai", "ที่นี่"],
  ["Vietnamese, in parts", "Tiếng Việt".normalize("NFD")],
  ["a letter with 20 accents", `z${"\u0301".repeat(20)}`],
  ["a sign", "…"],
])("%s is a name and a text", (_, words) => {
  const { comment } = writtenComment({ ...fields, name: words, text: words }, [], 10_000) as never as {
    comment: unknown;
  };
  expect(comment).toMatchObject({ name: words, text: words });
});
