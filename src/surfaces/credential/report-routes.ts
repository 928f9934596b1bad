import { exportOperations as exports } from '../../modules/exports/operations.ts';
import { accountImportOperations as imports } from '../../modules/imports/from-account/operations.ts';
import { importRecords } from '../../modules/imports/import-records.ts';
import { journalOperations as journal } from '../../modules/journal/operations.ts';
import { questionOperations as questions } from '../../modules/questions/operations.ts';
import { getCostSums, getProfit } from '../../modules/reports/figures/costs.ts';
import { getDashboardData } from '../../modules/reports/figures/dashboard.ts';
import { getAgedPayables } from '../../modules/reports/figures/payables.ts';
import { getPaymentSums } from '../../modules/reports/figures/payment-sums.ts';
import { getAgedReceivables } from '../../modules/reports/figures/receivables.ts';
import { getSales, getVat } from '../../modules/reports/figures/sales.ts';
import { invoiceSummaries } from '../../modules/reports/figures/summaries.ts';
import { lockVatPeriod, unlockVatPeriod } from '../../modules/vat/lock-period.ts';
import { getVatDocuments, getVatPeriods, getVatReceipt, getVatReturn } from '../../modules/vat/read.ts';
import { getVatReturnCsv, getVatReturnPdf } from '../../modules/vat/return-file.ts';
import { setTaxLogin } from '../../modules/vat/set-tax-login.ts';
import { submitVatReturn } from '../../modules/vat/submit-vat-return.ts';
import { decideVatKind, getUnstatedVatKinds } from '../../modules/vat/vat-kinds.ts';
import { type Route, route, section } from './route.ts';
import {
  data,
  fields,
  fieldsOrData,
  guidAndData,
  messageOnly,
  result,
  resultExport,
  resultGuid,
  resultImport,
  rows,
  topLevel,
} from './wire.ts';

/** Figures over many documents, and what leaves for the tax office and the books. */
export const reportRoutes: readonly Route[] = [
  ...section('Reports', [
    route('get-dashboard-data', getDashboardData, fields, rows),
    route('invoice-summaries', invoiceSummaries, fields, topLevel()),
    route('get-sales', getSales, fields, result),
    route('get-vat', getVat, fields, result),
    route('get-profit', getProfit, fields, result),
    route('get-cost-sums', getCostSums, fields, result),
    route('get-payment-sums', getPaymentSums, fields, result),
    route('get-aged-receivables', getAgedReceivables, fields, result),
    route('get-aged-payables', getAgedPayables, fields, result),
  ]),

  ...section('VAT', [
    route('get-vat-periods', getVatPeriods, fields, result),
    route('get-vat-return', getVatReturn, fields, result),
    route('get-vat-documents', getVatDocuments, fields, rows),
    route('get-unstated-vat-kinds', getUnstatedVatKinds, fields, rows),
    route('decide-vat-kind', decideVatKind, data, result),
    route('get-vat-return-pdf', getVatReturnPdf, fields, result),
    route('get-vat-return-csv', getVatReturnCsv, fields, result),
    route('lock-vat-period', lockVatPeriod, fieldsOrData, result),
    route('unlock-vat-period', unlockVatPeriod, fieldsOrData, result),
    route('submit-vat-return', submitVatReturn, fieldsOrData, result),
    route('get-vat-receipt', getVatReceipt, fields, result),
    route('set-tax-login', setTaxLogin, fieldsOrData, result),
  ]),

  ...section('Questions', [
    route('get-questions', questions['get-questions'], fields, rows),
    route('get-question', questions['get-question'], fields, result),
    route('ask-question', questions['ask-question'], data, result),
    route('answer-question', questions['answer-question'], fieldsOrData, result),
    route('close-question', questions['close-question'], fieldsOrData, result),
  ]),

  ...section('Journal', [
    route('export-journal', journal['export-journal'], fieldsOrData, resultExport),
    route('get-journal-exports', journal['get-journal-exports'], fields, rows),
    route('get-journal-export', journal['get-journal-export'], fields, result),
    route('create-journal-layout', journal['create-journal-layout'], data, resultGuid),
    route('update-journal-layout', journal['update-journal-layout'], guidAndData, resultGuid),
    route(
      'delete-journal-layout',
      journal['delete-journal-layout'],
      fields,
      messageOnly('The layout is deleted'),
    ),
    route('get-journal-layouts', journal['get-journal-layouts'], fields, result),
    route('get-journal-accounts', journal['get-journal-accounts'], fields, result),
    route('update-journal-accounts', journal['update-journal-accounts'], data, result),
    route('get-system-description', journal['get-system-description'], fields, result),
  ]),

  ...section('Imports', [route('import-records', importRecords, fieldsOrData, resultImport)]),

  ...section('Account imports', [
    route('start-account-import', imports['start-account-import'], data, result),
    route('get-account-import', imports['get-account-import'], fields, result),
    route('get-account-imports', imports['get-account-imports'], fields, rows),
    route('stop-account-import', imports['stop-account-import'], fields, result),
  ]),

  ...section('Exports', [
    route('export-account', exports['export-account'], fieldsOrData, result),
    route('export-books', exports['export-books'], fieldsOrData, result),
    route('get-export', exports['get-export'], fields, result),
    route('get-exports', exports['get-exports'], fields, rows),
  ]),
];
