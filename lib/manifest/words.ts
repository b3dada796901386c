import * as z from "zod";
import { pathText, type WrittenWords } from "./problem.ts";

/** What schemas expect whose values files and requests write in different ways. */
export const expectations = z.registry<{ readonly expected: (words: WrittenWords) => string }>();

/** The words for files, which people write in YAML or JSON. */
export const fileWords: WrittenWords = {
  place: pathText,
  map: "a map",
  key: "key",
  asText: (value) => `expected text: put ${value} in quotes`,
  unset: (variable) => `the environment variable ${variable} is not set`,
  keySet: "the path of a file with a JSON Web Key Set, or the set itself",
  keyFile: "a file with a JSON Web Key Set",
  whole: "the file",
};

/** The words for requests, whose parts have the names that `place` gives them. */
export const requestWords = (place: WrittenWords["place"]): WrittenWords => ({
  place,
  map: "an object",
  key: "member",
  asText: () => "expected text",
  unset: () => "expected the secret itself: a request reads no environment variables",
  keySet: "a JSON Web Key Set",
  keyFile: "a JSON Web Key Set",
  whole: "the request",
});
