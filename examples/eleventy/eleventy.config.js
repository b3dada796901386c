import { fileURLToPath } from "node:url";
import lectern, { imageAttributes, imageSources } from "@lectern/eleventy";

export default function (config) {
  config.addPlugin(lectern, { url: process.env.LECTERN_URL ?? "http://127.0.0.1:8000", linkBase: "/" });
  const styles = fileURLToPath(import.meta.resolve("@lectern/client/blocks.css"));
  config.addPassthroughCopy({ [styles]: "blocks.css" });
  config.addFilter("picture", (image) => {
    const widths = "(max-width: 40rem) 100vw, 40rem";
    const sources = imageSources(image, widths).map((source) => element("source", source));
    return `<picture>${sources.join("")}${element("img", imageAttributes(image, widths))}</picture>`;
  });
}

const element = (name, attributes) => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join("")}>`;
};

const escaped = (value) => String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
