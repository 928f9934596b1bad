/** The part of the logger that code may use. Never pass it a secret. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/**
 * What the log shows of an unexpected error. Errors of the database have more fields, and some of them quote whole rows:
 * names, addresses and kennitölur of customers.
 */
export function toLoggedError(error: Error & { code?: unknown }): object {
  const { name, message, stack, code, cause } = error;
  return {
    type: error.constructor?.name ?? name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause instanceof Error && { cause: toLoggedError(cause) }),
  };
}
