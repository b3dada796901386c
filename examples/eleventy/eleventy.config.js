import { fileURLToPath } from "node:url";
import lectern, { imageAttributes } from "@lectern/eleventy";

export default function (config) {
  config.addPlugin(lectern, { url: process.env.LECTERN_URL ?? "http://127.0.0.1:8000", linkBase: "/" });
  const styles = fileURLToPath(import.meta.resolve("@lectern/client/blocks.css"));
  config.addPassthroughCopy({ [styles]: "blocks.css" });
  config.addFilter("attributes", (image) =>
    Object.entries(imageAttributes(image, "(max-width: 40rem) 100vw, 40rem"))
      .map(([name, value]) => `${name}="${String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
      .join(" "),
  );
}
