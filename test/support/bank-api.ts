import assert from 'node:assert/strict';
import { Ajv2020 as JsonSchemas, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { BankTransport } from '../../src/adapters/bank/bank-client.ts';
import type { ClaimsVersion } from '../../src/domain/invoices/claims.ts';

type Json = any;

// IOBWS Claims 3.1 and 3.2 in short: the calls that Kvitt makes, what they may carry and what they may answer. Objects
// are shut, so that nothing is sent or answered that the standard does not have.
export const text = (maxLength?: number) => ({ type: 'string', ...(maxLength && { maxLength }) });
export const matching = (pattern: string) => ({ type: 'string', pattern: `^${pattern}$` });
export const one = (...of: string[]) => ({ type: 'string', enum: of });
const number = { type: 'number' };
const flag = { type: 'boolean' };
export const day = { type: 'string', format: 'date' };
export const moment = { type: 'string', format: 'date-time' };
const kennitala = matching('[0-9]{10}');
const account = matching('[0-9]{12}');
const template = matching('[0-9A-Z]{3}');
export const object = (properties: Json, required: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const claimKey = object({ claimantId: kennitala, account, dueDate: day }, [
  'claimantId',
  'account',
  'dueDate',
]);
const dayAmount = object({
  chargeType: one('Percentage', 'Amount'),
  day: { type: 'integer', minimum: 0, maximum: 99 },
  value: number,
});
const charge = object({ referenceDate: one('DueDate', 'FinalDueDate'), first: dayAmount, second: dayAmount });
const status = one('Unpaid', 'Paid', 'Cancelled');
const collectionState = one(
  'PrimaryCollection',
  'WaitingForSecondary',
  'SecondaryCollection',
  'LegalCollection',
);

/** What can be said of a claim when it is made and when it is changed. */
const terms = {
  expirationDate: day,
  templateCode: template,
  amount: number,
  reference: text(16),
  finalDueDate: day,
  billNumber: text(7),
  customerNumber: text(16),
  paymentFee: object({ printingFee: number, paperlessFee: number }, ['printingFee', 'paperlessFee']),
  otherCostsAmount: number,
  otherDefaultCostsAmount: number,
  defaultCharge: charge,
  defaultInterest: object({
    referenceDate: one('DueDate', 'FinalDueDate'),
    baseAmountType: one('Amount', 'AmountAndDefaultCharge'),
    baseTimeType: one('Daily', '360', 'Calendar'),
    percentage: { type: 'number', minimum: 0, maximum: 100 },
  }),
  discount: charge,
  isOutOfSequencePaymentAllowed: flag,
  isPartialPaymentAllowed: flag,
  currency: matching('[A-Z]{3}'),
  additionalInformation: text(200),
};
const claimType = one('NormalClaim', 'OptionalPaymentClaim', 'RefundClaim', 'BalanceClaim');

const newClaim = object({ ...terms, claimKey, payorId: kennitala, claimType }, [
  'claimKey',
  'payorId',
  'templateCode',
  'amount',
  'finalDueDate',
]);
/** From 3.2 on sums are not negative, and what is charged later says from which day on. */
const due = { type: 'number', minimum: 0 };
const withReference = (rule: ReturnType<typeof object>) => ({ ...rule, required: ['referenceDate'] });
const terms32 = {
  ...terms,
  amount: due,
  otherCostsAmount: due,
  otherDefaultCostsAmount: due,
  defaultCharge: withReference(terms.defaultCharge),
  defaultInterest: withReference(terms.defaultInterest),
  discount: withReference(terms.discount),
};
const newClaim32 = object({ ...terms32, claimKey, payorId: kennitala, claimType }, [
  ...newClaim.required,
  'expirationDate',
]);
const patch = object({ ...terms, claimStatus: status, collectionState });
const collectionStatus = one('PrimaryCollection', 'SecondaryCollection', 'LegalCollection');
const patch32 = object({ ...terms32, claimStatus: status, collectionStatus });
const claim = object(
  {
    ...terms,
    claimKey,
    payorId: kennitala,
    claimStatus: status,
    collectionState,
    closingDate: day,
    isPartiallyPaid: flag,
    directPaymentClaim: flag,
    lastChangeDate: moment,
    createdDate: moment,
    claimType,
  },
  ['claimKey', 'payorId', 'templateCode', 'amount', 'finalDueDate', 'expirationDate'],
);
const { collectionState: _, ...sameInBoth } = claim.properties;
const templateId = text();
const categoryCode = matching('[0-9]{2}');
const claim32 = object(
  {
    ...sameInBoth,
    ...terms32,
    collectionStatus,
    templateId,
    categoryCode,
    secondaryCollectionTemplateCode: template,
    discountAmountOffered: due,
    defaultChargeAmountDue: due,
    defaultInterestAmountDue: due,
    noticeChargeAmountDue: due,
    otherCostsAmountDue: due,
    otherDefaultCostsAmountDue: due,
    totalAmountDue: due,
    currencyPaymentRate: one('PaymentDateRate'),
    print: flag,
  },
  claim.required,
);
const transaction = object({
  claimKey,
  payorId: kennitala,
  amount: number,
  finalDueDate: day,
  templateCode: template,
  reference: text(16),
  transactionBank: text(),
  transactionTimestamp: moment,
  bookingDate: day,
  valueDate: day,
  paymentType: one('Complete', 'Partial', 'Refund'),
  depositedAmount: number,
  totalAmountPaid: number,
  capitalGainsTax: number,
  billNumber: text(7),
  noticeChargeAmountPaid: number,
  defaultChargeAmountPaid: number,
  otherCostsAmountPaid: number,
  otherDefaultCostsAmountPaid: number,
  defaultInterestAmountPaid: number,
  discountAmountGiven: number,
  currency: matching('[A-Z]{3}'),
  transactionBatchId: text(),
});
const transaction32 = object({
  ...transaction.properties,
  templateId,
  categoryCode,
  customerNumber: text(16),
  transactionBank: matching('[0-9]{4}'),
  defaultInterestAmountPaid: due,
  discountAmountGiven: due,
  currencyExchange: object({ currency: text(), rate: number }),
});
const result = object({
  success: object({ claimKey, claimId: text(), directPaymentClaim: flag }),
  error: object({
    claimKey,
    claimId: text(),
    resultCode: one(
      'CLAIM_EXISTS',
      'CLAIM_IS_PAID',
      'CLAIM_NOT_FOUND',
      'CLAIM_IS_CANCELLED',
      'CLAIM_NOT_IN_SECONDARY_STATE',
      'CLAIM_OTHERS',
    ),
    resultSubCode: text(),
    resultMessage: text(),
  }),
});
const CODES: Record<number, string[]> = {
  400: [
    'FORMAT_ERROR',
    'PARAMETER_NOT_CONSISTENT',
    'PARAMETER_NOT_SUPPORTED',
    'SERVICE_INVALID',
    'RESOURCE_UNKNOWN',
  ],
  401: ['TOKEN_UNKNOWN', 'TOKEN_INVALID', 'TOKEN_EXPIRED'],
  403: ['CONSENT_UNKNOWN', 'SERVICE_BLOCKED', 'RESOURCE_UNKNOWN', 'RESOURCE_EXPIRED'],
  404: ['RESOURCE_UNKNOWN'],
  405: ['SERVICE_INVALID'],
};
const problems = Object.fromEntries(
  Object.entries(CODES).map(([status, codes]) => [
    status,
    object(
      { type: { ...text(70), format: 'uri' }, title: text(70), detail: text(500), code: one(...codes) },
      ['type', 'code'],
    ),
  ]),
);

const page = { type: 'string', pattern: '^[1-9][0-9]*$' };
const paging = { page, itemsPerPage: page };
const search = {
  dateFrom: day,
  dateTo: day,
  dateType: one('DueDate', 'FinalDueDate', 'ExpirationDate', 'ClosingDate', 'CreationDate', 'LastChangeDate'),
  claimantId: kennitala,
  payorId: kennitala,
  status,
  collectionState,
  templateCode: template,
  ...paging,
};

const { collectionState: __, ...sameSearch } = search;
const search32 = { ...sameSearch, collectionStatus, templateId };

interface Operation {
  method: string;
  path: RegExp;
  query: Json;
  body: Json | null;
  /** The content type of the body. */
  type?: string;
  success: number;
  answer: Json;
}

const CLAIM = String.raw`\d{10}\d{12}(\+|%2B)\d{8}[^/]*`;
const none = object({});

const OPERATIONS_31: Record<string, Operation> = {
  createClaim: {
    method: 'POST',
    path: /^\/v1\/claims$/,
    query: none,
    body: newClaim,
    success: 201,
    answer: result,
  },
  getClaims: {
    method: 'GET',
    path: /^\/v1\/claims$/,
    query: object(search, ['dateFrom', 'dateTo']),
    body: null,
    success: 200,
    answer: { type: 'array', items: claim },
  },
  getClaim: {
    method: 'GET',
    path: new RegExp(`^/v1/claims/${CLAIM}$`),
    query: none,
    body: null,
    success: 200,
    answer: claim,
  },
  patchClaim: {
    method: 'PATCH',
    path: new RegExp(`^/v1/claims/${CLAIM}$`),
    query: none,
    body: patch,
    success: 201,
    answer: result,
  },
  getClaimTransactions: {
    method: 'GET',
    path: new RegExp(`^/v1/claims/${CLAIM}/transactions$`),
    query: object(paging),
    body: null,
    success: 200,
    answer: { type: 'array', items: transaction },
  },
};

const template32 = object({
  templateId,
  claimantId: kennitala,
  bank: matching('[0-9]{4}'),
  templateCode: template,
  collectionType: one('PrimaryCollection', 'SecondaryCollection'),
  category: object({ code: matching('.{2}'), name: text(30) }, ['code']),
  customerNumberTemplate: text(16),
  depositAccount: object({ id: account, ownerId: kennitala }),
  withdrawalAccount: account,
});

const OPERATIONS_32: Record<string, Operation> = {
  ...OPERATIONS_31,
  createClaim: { ...(OPERATIONS_31.createClaim as Operation), body: newClaim32 },
  getClaims: {
    ...(OPERATIONS_31.getClaims as Operation),
    query: object(search32, ['dateFrom', 'dateTo']),
    answer: { type: 'array', items: claim32 },
  },
  getClaimTransactions: {
    ...(OPERATIONS_31.getClaimTransactions as Operation),
    answer: { type: 'array', items: transaction32 },
  },
  getClaim: { ...(OPERATIONS_31.getClaim as Operation), answer: claim32 },
  patchClaim: {
    ...(OPERATIONS_31.patchClaim as Operation),
    body: patch32,
    type: 'application/merge-patch+json',
    success: 200,
  },
  getTemplateList: {
    method: 'GET',
    path: /^\/v1\/templates$/,
    query: object({
      ...paging,
      claimantId: kennitala,
      bank: matching('[0-9]{4}'),
      templateCode: template,
      isActive: one('true', 'false'),
    }),
    body: null,
    success: 200,
    answer: { type: 'array', items: template32 },
  },
};
const OPERATIONS = { '3.1': OPERATIONS_31, '3.2': OPERATIONS_32 };

const schemas = new JsonSchemas({ strict: true, allErrors: true });
for (const [name, format] of Object.entries(fullFormats)) schemas.addFormat(name, format);
const compiled = new Map<object, ValidateFunction>();

export function problemsOf(schema: object, value: unknown): string[] {
  const validate = compiled.get(schema) ?? schemas.compile(schema);
  compiled.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface BankRequest {
  /** The version that the bank serves; 3.1 when left out. */
  version?: ClaimsVersion;
  contentType?: string | null;
  method: string;
  url: string;
  requestId: string;
  body: unknown;
}

/** Which operation a request is; or what is wrong with it by the standard. */
export function operationOf({
  method,
  url,
  requestId,
  body,
  version = '3.1',
  contentType,
}: BankRequest): { name: string } | { problems: string[] } {
  const { pathname, searchParams } = new URL(url, 'http://bank.example');
  const found = Object.entries(OPERATIONS[version]).find(
    ([, one]) => one.method === method && one.path.test(pathname),
  );
  if (!found) return { problems: [`there is no ${method} ${pathname}`] };
  const [name, operation] = found;
  const problems = [
    ...(UUID.test(requestId) ? [] : ['X-Request-ID is not a UUID']),
    ...problemsOf(operation.query, Object.fromEntries(searchParams)),
    ...(operation.body ? problemsOf(operation.body, body) : []),
    ...(operation.body && contentType !== undefined && contentType !== (operation.type ?? 'application/json')
      ? [`the body is ${contentType}`]
      : []),
  ];
  return problems.length > 0 ? { problems } : { name };
}

/** What is wrong with an answer by the standard. */
function answerProblems(
  version: ClaimsVersion,
  name: string,
  { status, headers }: Response,
  body: unknown,
): string[] {
  const operation = OPERATIONS[version][name];
  assert.ok(operation);
  const type = headers.get('content-type') ?? '';
  const unnamed = UUID.test(headers.get('x-request-id') ?? '') ? [] : ['the answer has no X-Request-ID'];
  if (status === operation.success) return [...unnamed, ...problemsOf(operation.answer, body)];
  const refusal = problems[status];
  if (!refusal) return [`answered ${status}`];
  // As plain JSON some of them have another form.
  const mistyped = type.startsWith('application/problem+json') ? [] : [`${status} as ${type}`];
  return [...unnamed, ...mistyped, ...problemsOf(refusal, body)];
}

/** A bank that is held to the standard, in what it is asked and in what it answers. */
export function heldToStandard(send: BankTransport, version: ClaimsVersion = '3.1'): BankTransport {
  return async (accountId, request) => {
    const copy = request.clone();
    const body = request.method === 'GET' ? null : await copy.json();
    const { method, url, headers } = request;
    const requestId = headers.get('x-request-id') ?? '';
    const contentType = headers.get('content-type');
    const found = operationOf({ method, url, requestId, body, version, contentType });
    assert.ok('name' in found, `asked: ${JSON.stringify(found)}`);
    const response = await send(accountId, request);
    assert.equal(response.headers.get('x-request-id'), requestId);
    assert.deepEqual(
      answerProblems(version, found.name, response, await response.clone().json()),
      [],
      found.name,
    );
    return response;
  };
}
