import { eachReference, REFERENCE_LENGTH } from '../../../src/domain/invoices/references.ts';
import type { OperationName } from './types.ts';

/**
 * The longest text that the server takes in each field. The schemas themselves would bring all of the server into the
 * bundle, so these are copies; a test compares every one of them with its schema.
 */
export const LIMITS = {
  'create-customer': {
    name: 200,
    registration_no: 20,
    phone_number: 50,
    trading_partner_id: 60,
    email: 200,
    address: 200,
    zip: 20,
    city: 100,
    customer_number: 50,
  },
  'create-item': { description: 500, item_number: 100, category: 60 },
  'create-draft-invoice': {
    description: 4000,
    ...eachReference(() => REFERENCE_LENGTH),
    terms: 4000,
  },
  'create-recurring-invoice': { recurring_name: 200 },
  'record-payment': { reference: 140, note: 1000 },
  'reverse-payment': { reason: 500 },
  'write-off-invoice': { reason: 500 },
  'create-bank-account': { name: 100, account_no: 30, iban: 42 },
  'ignore-bank-line': { reason: 500 },
  'unbook-bank-line': { reason: 500 },
  'resend-invoice': { email: 200 },
  'send-payment-receipt': { email: 200 },
  'send-quote': { email: 200 },
  'send-customer-statement': { email: 200 },
  'answer-einvoice': { reason: 1000 },
  'ask-question': { question: 4000 },
  'answer-question': { answer: 4000 },
  'create-task': { name: 200, project_name: 200 },
  'log-task': { description: 4000 },
  'create-product-sale': { name: 500, description: 4000, terms: 4000, event_place: 200 },
  'update-company': {
    name: 200,
    vat_no: 20,
    email: 200,
    address: 200,
    zip: 20,
    city: 100,
    bank_account: 20,
  },
  'set-mail-text': { subject: 150, greeting: 200, body: 4000 },
  'invite-person': { email: 200, name: 200 },
  'update-myself': { name: 200, email: 200 },
  'change-password': { password: 200 },
  'create-webhook': { url: 2000, description: 200 },
  'start-account-import': { from_url: 2000, from_username: 100, from_api_key: 500 },
  'save-view': { name: 60 },
  'save-customer-contact': { name: 200, role: 100, email: 200, phone_number: 50 },
  'add-customer-note': { text: 4000 },
  'unlock-vat-period': { reason: 500 },
  'add-bookkeeper': { bookkeeper: 100 },
} as const satisfies { readonly [N in OperationName]?: Readonly<Record<string, number>> };
