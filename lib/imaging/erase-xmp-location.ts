/**
 * Values of XMP properties whose names begin with GPS, as attributes and as elements, that are not blank
 * already. Bounded, so that neither binary data nor a crafted file makes the search slow.
 */
const attribute =
  /(:gps\w{0,40}\s{0,20}=\s{0,20})("(?=[^"]{0,200}[^"\s])[ -!#-~\s]{1,200}"|'(?=[^']{0,200}[^'\s])[ -&(-~\s]{1,200}')/gi;
const element = /(:gps\w{0,40}(?:\s[^<>]{0,200})?>)(?=[^<]{0,200}[^<\s])([ -;=-~\s]{1,200})(?=<\/)/gi;

/** What every XMP packet names, whatever it leaves out: the namespace of RDF. */
const packetMark = "rdf-syntax-ns#";

/**
 * Blanks the positions in XMP packets, in place. Exif's names for them begin with GPS, and so do those of
 * cameras and drones.
 */
export const eraseXmpLocation = (bytes: Buffer): void => {
  if (bytes.indexOf(packetMark) < 0) return;
  const text = bytes.toString("latin1");
  const blank = (value: string) => value.replace(/[^"'\s]/g, " ");
  const erased = text
    .replace(attribute, (_, name: string, value: string) => name + blank(value))
    .replace(element, (_, tag: string, value: string) => tag + blank(value));
  if (erased !== text) bytes.write(erased, "latin1");
};
