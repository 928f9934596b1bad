/** An error of Node, of the database or of a library has a code. */
interface CodedError extends Error {
  code?: string;
}

/** What was thrown as an error, which a library need not have thrown. */
export function toError(thrown: unknown): CodedError {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
