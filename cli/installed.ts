import { withCompletion } from "./completion.ts";
import type { CommandSet } from "./main.ts";
import { serviceCommands } from "./service-commands.ts";
import { storeCommands } from "./store-commands.ts";

/** `lectern` where the service is installed. */
export const installedLectern: CommandSet = {
  commands: withCompletion([...serviceCommands, ...storeCommands]),
  note: "Without --data and --stage, a command works on the folder .lectern.",
};
