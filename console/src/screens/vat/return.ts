import type { OutputOf } from '../../api/types.ts';

/** The VAT return of a period. */
export type Return = OutputOf<'get-vat-return'>;

/** Whether the return has a warning. */
export function hasWarning({ warnings }: Return, code: Return['warnings'][number]['code']): boolean {
  return warnings.some((one) => one.code === code);
}

/** How many things should be done before the return is filed; documents that do not say why they have no VAT are one. */
export function thingsToDo(of: Return): number {
  return of.missing.length + (hasWarning(of, 'vat_kind_unstated') ? 1 : 0);
}
