/** The command line was typed wrongly; the message says what to type. The command ends with status 2. */
export class UsageError extends Error {
  /** The command whose --help is named after the message: `invoices list`. */
  readonly command: string;

  constructor(message: string, command = '') {
    super(message);
    this.command = command;
  }
}
