import { lockVatPeriod, unlockVatPeriod } from '../../modules/vat/lock-period.ts';
import { getVatDocuments, getVatPeriods, getVatReturn } from '../../modules/vat/read.ts';

/** What the console calls of VAT, by name. */
export const vatOperations = {
  'get-vat-periods': getVatPeriods,
  'get-vat-return': getVatReturn,
  'get-vat-documents': getVatDocuments,
  'lock-vat-period': lockVatPeriod,
  'unlock-vat-period': unlockVatPeriod,
} as const;
