import { once } from "node:events";

type Members = Readonly<Record<string, unknown>>;

/** An event of a tab: its name, such as `Log.entryAdded`, and what it says. */
export interface DevtoolsEvent {
  readonly method: string;
  readonly params: Members;
}

/** One tab, spoken to in the Chrome DevTools Protocol. */
export interface Tab {
  /** Sends a command, and gives its result. */
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's results are as many as its commands.
  readonly send: (method: string, params?: Members) => Promise<any>;
  /** Hears every event of the tab from now on. */
  readonly listen: (listener: (event: DevtoolsEvent) => void) => void;
  /** Waits for the next event of a name. */
  readonly next: (method: string) => Promise<Members>;
}

/** A browser's DevTools. */
export interface Devtools {
  readonly openTab: () => Promise<Tab>;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Members;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Connects to the DevTools at a WebSocket address. */
export const connectDevtools = async (address: string): Promise<Devtools> => {
  const socket = new WebSocket(address);
  await once(socket, "open");
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, Set<(event: DevtoolsEvent) => void>>();
  let sent = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    const { method, params = {}, sessionId = "" } = message;
    if (method) for (const listener of listeners.get(sessionId) ?? []) listener({ method, params });
  });
  const send = (sessionId: string | undefined, method: string, params: Members = {}) =>
    // biome-ignore lint/suspicious/noExplicitAny: see Tab.send.
    new Promise<any>((resolve, reject) => {
      const id = ++sent;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  return {
    openTab: async () => {
      const { targetId } = await send(undefined, "Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send(undefined, "Target.attachToTarget", { targetId, flatten: true });
      const heard = new Set<(event: DevtoolsEvent) => void>();
      listeners.set(sessionId, heard);
      return {
        send: (method, params) => send(sessionId, method, params),
        listen: (listener) => void heard.add(listener),
        next: (method) =>
          new Promise((resolve) => {
            const listener = (event: DevtoolsEvent) => {
              if (event.method !== method) return;
              heard.delete(listener);
              resolve(event.params);
            };
            heard.add(listener);
          }),
      };
    },
  };
};
