import { createSocket } from "node:dgram";
import { once } from "node:events";

/** What a server of DNS knows, by type and name: hosts, or texts of CAA records such as `issue x`. */
export type StandInNames = Readonly<Record<string, readonly string[] | "fails">>;

const types = { NS: 2, CNAME: 5, CAA: 257 };

/**
 * A server of DNS on this machine. To a question `NS example.org` it gives the answers that `names` has for
 * it; without any, that there is no such record. Source of the form: RFC 1035, and RFC 8659 for CAA.
 */
export const startDnsStandIn = async (names: () => StandInNames) => {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    socket.send(answerTo(question, names()), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => void socket.close() };
};

const headerBytes = 12;

const answerTo = (question: Buffer, names: StandInNames): Buffer => {
  const { labels, end } = labelsAt(question, headerBytes);
  const typeCode = question.readUInt16BE(end);
  const type = Object.entries(types).find(([, code]) => code === typeCode)?.[0] ?? String(typeCode);
  const known = names[`${type} ${labels.join(".").toLowerCase()}`] ?? [];
  const serverFailure = known === "fails" ? 2 : 0;
  const records = known === "fails" ? [] : known.map((value) => record(type, typeCode, value));
  const header = Buffer.alloc(headerBytes);
  question.copy(header, 0, 0, 2);
  // An answer of a server that may be asked for anything: QR, RD, RA, and the failure.
  header.writeUInt16BE(0x8180 | serverFailure, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.subarray(headerBytes, end + 4), ...records]);
};

const labelsAt = (message: Buffer, start: number): { labels: string[]; end: number } => {
  const labels: string[] = [];
  let at = start;
  for (let size = message[at]!; size > 0; size = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { labels, end: at + 1 };
};

/** Of the name that was asked for, which a pointer to the question stands for. */
const record = (type: string, typeCode: number, value: string): Buffer => {
  const data =
    type === "CAA" ? caaData(value) : Buffer.concat([...value.split(".").map(counted), Buffer.of(0)]);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | headerBytes, 0);
  head.writeUInt16BE(typeCode, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

const counted = (text: string): Buffer =>
  Buffer.concat([Buffer.of(text.length), Buffer.from(text, "latin1")]);

const caaData = (text: string): Buffer => {
  const [tag = "", ...value] = text.split(" ");
  return Buffer.concat([Buffer.of(0), counted(tag), Buffer.from(value.join(" "), "latin1")]);
};
