import type { Log } from '../kernel/node/log.ts';

/** Log for commands: only warnings and errors, as text on the terminal. */
export const consoleLog: Log = {
  info: () => {},
  warn: (facts, message) => console.error(message, facts),
  error: (facts, message) => console.error(message, facts),
};
