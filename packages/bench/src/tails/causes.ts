/** A function on the stack of a process: its name, and the file that it is in, below the project's folder. */
export interface CalledFunction {
  readonly name: string;
  readonly file: string;
}

/** The first that fits any function on the stack counts: jobs come before what they share with requests. */
const causes: readonly (readonly [cause: string, functions: RegExp])[] = [
  ["garbage collection", /^\(garbage collector\)/],
  ["none: another program had the processor", /^\((idle|program)\)/],
  ["snapshots", /lib\/catalog\/snapshots\/|lib\/actions\/.*snapshot|jobs\/snapshot-catalog/],
  ["feeds", /lib\/surfaces\/feeds\/|lib\/feeds\/|jobs\/renew-feeds/],
  ["webhooks", /lib\/surfaces\/webhooks\/|jobs\/deliver-webhooks/],
  ["the index of words", /lib\/catalog\/words\/|lib\/catalog\/current\/(full-text|open-words)/],
  ["images", /lib\/imaging\/|node_modules\/sharp\//],
  ["passwords", /lib\/access\/passwords\.ts/],
  ["the database", /local\/database\/|lib\/store\/|lib\/aws-signature|node_modules\/@(aws-sdk|smithy)\//],
  ["pages in HTML", /lib\/themes\/|lib\/surfaces\/site\//],
  ["bodies and rich text", /lib\/blocks\/|lib\/richtext\//],
  ["words of a post", /lib\/search\//],
  ["catalog", /lib\/catalog\//],
  ["loading of modules", /node:internal\/modules\//],
  ["files", /lib\/files\//],
  ["jobs", /functions\/jobs\/|local\/repeated-job/],
  ["the rest of a request", /functions\/|lib\/|local\//],
];

/** Why a process was busy, by the functions on its stack, the innermost first. */
export const causeOf = (stack: readonly CalledFunction[]): string => {
  const places = stack.map(({ name, file }) => (file ? `${file} ${name}` : name));
  const found = causes.find(([, functions]) => places.some((place) => functions.test(place)));
  return found?.[0] ?? "Node itself";
};
