import { startSuggestions } from "./suggestions.ts";

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-suggestions]"))
  startSuggestions(form);
