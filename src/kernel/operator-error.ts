/** Why the process cannot run as it was asked to: said to the operator in one sentence, without a stack. */
export class OperatorError extends Error {
  readonly code = 'cannot_start';
}
