import { startPlayer } from "./player.ts";

const figures = document.querySelectorAll<HTMLElement>("figure.audio[data-document]");
figures.forEach((figure, index) => {
  startPlayer(figure, index === 0);
});
