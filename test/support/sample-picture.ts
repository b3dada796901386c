import sharp from "sharp";

/** By default 60 × 40 pixels of one colour. */
export interface PictureOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colour?: string;
  /** The orientation in Exif. */
  readonly orientation?: number;
  /** With a location in Exif and XMP. */
  readonly located?: boolean;
}

const gps = { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100", GPSLongitudeRef: "W" };

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
exif:GPSLatitude="51,30.5383N" dc:format="image"><exif:GPSLongitude>0,7.1W</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta>`;

export const samplePicture = (
  format: "avif" | "gif" | "jpeg" | "png" | "webp" | "tiff" = "png",
  { width = 60, height = 40, colour = "teal", orientation, located = false }: PictureOptions = {},
): Promise<Buffer> => {
  const canvas = { width, height, channels: 3, background: colour } as const;
  const plain = sharp({ create: canvas, limitInputPixels: false });
  const turned = orientation ? plain.withMetadata({ orientation }) : plain;
  if (!located) return turned.toFormat(format).toBuffer();
  const exif = {
    IFD0: { Copyright: "Ada of the marsh", Orientation: String(orientation ?? 1) },
    IFD3: gps,
  };
  return turned.withExif(exif).withXmp(xmp).toFormat(format).toBuffer();
};

/** A JPEG with as many details as a photograph, twice as wide as high. */
export const samplePhotograph = (width: number): Promise<Buffer> => {
  const noise = { type: "gaussian", mean: 120, sigma: 60 } as const;
  const canvas = { width: width / 4, height: width / 8, channels: 3, background: "grey", noise } as const;
  return sharp({ create: canvas })
    .blur(2)
    .resize(width, width / 2)
    .jpeg()
    .toBuffer();
};

/** A GIF with a location in XMP. */
export const locatedGif = async (): Promise<Buffer> => {
  const gif = await samplePicture("gif");
  const magicTrailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
  const extension = Buffer.concat([
    Buffer.from("\x21\xff\x0bXMP DataXMP", "latin1"),
    Buffer.from(xmp),
    magicTrailer,
  ]);
  return Buffer.concat([gif.subarray(0, -1), extension, gif.subarray(-1)]);
};
