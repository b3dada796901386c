export {
  blocksOf,
  piecesOf,
  type TextBlock as Block,
  type TextPiece as Piece,
} from "#lib/richtext/source/pieces.ts";
