import { getClients } from '../../modules/vat/get-clients.ts';
import { lockVatPeriod, unlockVatPeriod } from '../../modules/vat/lock-period.ts';
import { getVatDocuments, getVatPeriods, getVatReceipt, getVatReturn } from '../../modules/vat/read.ts';
import { getVatReturnCsv, getVatReturnPdf } from '../../modules/vat/return-file.ts';
import { setTaxLogin } from '../../modules/vat/set-tax-login.ts';
import { submitVatReturn } from '../../modules/vat/submit-vat-return.ts';
import { decideVatKind, getUnstatedVatKinds } from '../../modules/vat/vat-kinds.ts';

/** What the console calls of VAT, by name. */
export const vatOperations = {
  'get-clients': getClients,
  'get-vat-periods': getVatPeriods,
  'get-vat-return': getVatReturn,
  'get-vat-documents': getVatDocuments,
  'get-unstated-vat-kinds': getUnstatedVatKinds,
  'decide-vat-kind': decideVatKind,
  'get-vat-return-pdf': getVatReturnPdf,
  'get-vat-return-csv': getVatReturnCsv,
  'lock-vat-period': lockVatPeriod,
  'unlock-vat-period': unlockVatPeriod,
  'submit-vat-return': submitVatReturn,
  'get-vat-receipt': getVatReceipt,
  'set-tax-login': setTaxLogin,
} as const;
