/** An address that somebody else has chosen, and that may not be called. */
export class RefusedAddress extends Error {
  override name = "RefusedAddress";
}
