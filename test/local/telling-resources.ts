import { type AddressInfo, Server } from "node:net";

/** Loaded before a program (`node --import`): answers each message with what others could reach of it. */
const servers = new Set<Server>();
const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...given: unknown[]) {
  servers.add(this);
  return (listen as (...given: unknown[]) => Server).apply(this, given);
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

process.on("message", () => {
  const ports = [...servers].filter(({ listening }) => listening).map(portOf);
  const processes = process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
  process.send?.({ ports: [...new Set(ports)], processes });
});
process.channel?.unref();
