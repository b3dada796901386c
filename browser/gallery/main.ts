import { startLightbox } from "./lightbox.ts";

for (const gallery of document.querySelectorAll<HTMLElement>("ul.gallery")) startLightbox(gallery);
