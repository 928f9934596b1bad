import type { Log } from '../kernel/log.ts';

/** For commands: trouble goes to the terminal, in plain words. */
export const consoleLog: Log = {
  info: () => {},
  warn: (facts, message) => console.error(message, facts),
  error: (facts, message) => console.error(message, facts),
};
