/**
 * A record that may be sent in several forms, for the reference documentation. The record's schema parses all of them, and
 * the rules of the operation refuse a mixture; OpenAPI publishes each form as a component of its own, joined by `oneOf`.
 */
export interface Form {
  /** Name of the component. */
  id: string;
  description: string;
  required: readonly string[];
  /** Fields of the record that this form does not have. */
  without?: readonly string[];
  /** Fields that have only some of their values in this form. */
  values?: Readonly<Record<string, readonly (string | number | boolean)[]>>;
}

/** Metadata for `.meta()`. The discriminator is a field whose value, given by each form, selects the form. */
export interface Forms {
  forms: readonly Form[];
  discriminator?: string;
}
