import { expect, test } from "vitest";
import { browserName } from "../../../browser/admin/shell/browser-name.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
  [`${windows} Chrome/140.0.0.0 Safari/537.36`, "Chrome, Windows"],
  [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge, Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1",
    "Safari, iPhone",
  ],
  ["lectern/0.3.0", "lectern/0.3.0"],
  ["node", "node"],
])("%s is %s", (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
