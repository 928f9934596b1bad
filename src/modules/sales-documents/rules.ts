import { decimal } from '../../domain/money.ts';

/** Nothing was invoiced from it, so it may still be changed or deleted. */
export function isUninvoiced(lines: readonly { invoiced_qty: string | number }[]): boolean {
  return lines.every(({ invoiced_qty }) => decimal(invoiced_qty).lte(0));
}
