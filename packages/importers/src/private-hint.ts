import { RefusedAddress } from "./lectern.ts";

/** What an error says, and the option with which an address that was refused is asked. */
export const withHint = (error: Error): string =>
  error instanceof RefusedAddress ? `${error.message}; --allow-private asks it nevertheless` : error.message;
