/** What the rest of the house needs of the logger. Never pass it a secret. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
