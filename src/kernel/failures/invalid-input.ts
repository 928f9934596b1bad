import { Failure, failure } from './failure.ts';
import { violation } from './violations.ts';

/** The input does not fit the schema of its operation, which has not begun. */
export class InvalidInput extends Failure {
  constructor([first = failure('field_invalid', 'data', violation('invalid')), ...further]: Failure[]) {
    super(first.code, first.message, first.details, first.reasons, further);
  }
}
