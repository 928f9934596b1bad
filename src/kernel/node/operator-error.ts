/** A mistake that the operator can correct. The command prints its message without a stack. */
export class OperatorError extends Error {
  readonly code = 'cannot_start';
}
