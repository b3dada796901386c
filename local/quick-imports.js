import { readFileSync } from "node:fs";
import module from "node:module";

// Shortens a start by a third. JavaScript, as `start.js`.

const top = new URL("..", import.meta.url).href;
const { imports } = JSON.parse(readFileSync(new URL("package.json", top), "utf8"));

/**
 * The address of a module of the project, whose imports name files: `#lib/clock.ts`, `./main.ts`. Node would
 * look for the file and for a package.json in each folder above it.
 */
const addressOf = (specifier, importer = "") => {
  if (!specifier.endsWith(".ts") || !importer.startsWith(top) || importer.includes("/node_modules/")) return;
  if (specifier.startsWith(".")) return new URL(specifier, importer).href;
  const folder = imports[`${specifier.slice(0, specifier.indexOf("/"))}/*`];
  if (folder) return new URL(folder.replace("*", specifier.slice(specifier.indexOf("/") + 1)), top).href;
};

const http = process.getBuiltinModule("node:http");
const ofWebSockets = ["WebSocket", "CloseEvent", "MessageEvent"];
const names = Object.keys(http).filter((name) => !ofWebSockets.includes(name));

/** What packages import of node:http, without WebSockets, which take 30 ms and 7 MB (`lib/node-http.ts`). */
const plainHttp = `data:text/javascript,const http = process.getBuiltinModule("node:http");
export default http;
export const { ${names.join(", ")} } = http;`;

module.registerHooks({
  resolve: (specifier, context, next) => {
    const url = addressOf(specifier, context.parentURL);
    if (url) return { url, format: "module-typescript", shortCircuit: true };
    if (specifier === "node:http" && context.conditions.includes("import"))
      return { url: plainHttp, format: "module", shortCircuit: true };
    return next(specifier, context);
  },
});
