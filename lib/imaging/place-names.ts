/**
 * True of names of properties that say where a picture was taken or which place it shows: positions of Exif
 * and of makers of cameras, and the places of IPTC and Photoshop. Prefixes differ from program to program.
 */
export const isPlaceName = (name: string): boolean => placeName.test(name);

const placeName =
  /^(?:[\w.-]*:)?(?:gps[\w-]*|city|state|country|country(?:code|name)|(?:sub)?location|provincestate|worldregion|location(?:name|id|shown|created)|shotlocation)$/i;
