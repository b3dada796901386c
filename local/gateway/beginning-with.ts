/** A content whose first piece has been taken from it already, complete. */
export async function* beginningWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* rest;
}
