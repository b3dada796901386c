import { expect, test } from "vitest";
import { PlainError } from "#local/plain-error.ts";
import { parseStartOptions, usage } from "#local/start-options.ts";

const usual = { port: 8000, host: "127.0.0.1", data: ".lectern", demo: true, help: false };

test.each([
  { name: "nothing", args: [], options: usual },
  { name: "a port", args: ["--port", "9000"], options: { ...usual, port: 9000 } },
  { name: "a port with an equals sign", args: ["--port=0"], options: { ...usual, port: 0 } },
  { name: "a host", args: ["--host", "::1"], options: { ...usual, host: "::1" } },
  { name: "a folder", args: ["--data", "/srv/notes"], options: { ...usual, data: "/srv/notes" } },
  { name: "a manifest", args: ["--manifest", "site.yaml"], options: { ...usual, manifest: "site.yaml" } },
  { name: "no demo", args: ["--no-demo"], options: { ...usual, demo: false } },
  { name: "help", args: ["--help"], options: { ...usual, help: true } },
])("the command line says $name", ({ args, options }) => {
  expect(parseStartOptions(args)).toEqual(options);
});

test.each([
  { args: ["--prot", "9000"], complaint: "Unknown option '--prot'." },
  { args: ["serve"], complaint: "Unexpected argument 'serve'." },
  { args: ["--port"], complaint: "Option '--port <value>' argument missing." },
  { args: ["--port", "http"], complaint: "'http' is not a port." },
  { args: ["--port", "70000"], complaint: "'70000' is not a port." },
  { args: ["--port=-1"], complaint: "'-1' is not a port." },
  { args: ["--port="], complaint: "'' is not a port." },
])("$args is refused in one line, and the usage follows", ({ args, complaint }) => {
  expect(() => parseStartOptions(args)).toThrow(new PlainError(`${complaint}\n\n${usage}`));
});
