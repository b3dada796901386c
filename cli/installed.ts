import { administrationCommands } from "./administration-commands.ts";
import type { Command } from "./command.ts";
import { withCompletion } from "./completion.ts";
import type { CommandSet } from "./main.ts";
import { serviceCommands } from "./service-commands.ts";
import { storeCommands } from "./store-commands.ts";

const dev: Command = {
  words: "dev",
  usage:
    "FOLDER [--port NUMBER] [--data DIR] [--manifest FILE --parent PATH | --podcast] [--strict] | FOLDER --url URL …",
  summary:
    "serve the site on this machine with the folder's posts as they are saved; with --url, publish them to that service",
  load: async () => (await import("./dev-local.ts")).dev,
};

/** `lectern` where the service is installed. */
export const installedLectern: CommandSet = {
  commands: withCompletion([...serviceCommands, dev, ...administrationCommands, ...storeCommands]),
  note: "Where nothing names a service, a folder or a stage, a command works on the folder .lectern.",
  openSite: async (...given) => (await import("#cli/administration/open-either.ts")).openEither(...given),
};
