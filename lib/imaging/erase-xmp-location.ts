/** Values of properties that begin with GPS. Bounded lengths keep the search of crafted files fast. */
const attribute =
  /(:gps\w{0,40}\s{0,20}=\s{0,20})("(?=[^"]{0,200}[^"\s])[ -!#-~\s]{1,200}"|'(?=[^']{0,200}[^'\s])[ -&(-~\s]{1,200}')/gi;
const element = /(:gps\w{0,40}(?:\s[^<>]{0,200})?>)(?=[^<]{0,200}[^<\s])([ -;=-~\s]{1,200})(?=<\/)/gi;

/** Every XMP packet names the RDF namespace. */
const packetMark = "rdf-syntax-ns#";

/** Blanks locations in XMP packets, in place. Exif's and camera makers' names for them begin with GPS. */
export const eraseXmpLocation = (bytes: Buffer): void => {
  if (bytes.indexOf(packetMark) < 0) return;
  const text = bytes.toString("latin1");
  const blank = (value: string) => value.replace(/[^"'\s]/g, " ");
  const erased = text
    .replace(attribute, (_, name: string, value: string) => name + blank(value))
    .replace(element, (_, tag: string, value: string) => tag + blank(value));
  if (erased !== text) bytes.write(erased, "latin1");
};
