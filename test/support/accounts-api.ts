import assert from 'node:assert/strict';
import type { BankTransport } from '../../src/adapters/bank/bank-client.ts';
import { day, matching, moment, object, one, problemsOf, text, UUID } from './bank-api.ts';

// The accounts of IOBWS 3.3 in short: the calls that Kvitt makes, what they may carry and what they may answer. Objects are
// shut, so that nothing is sent or answered that the standard does not have.
const currency = matching('[A-Z]{3}');
const amount = object({ currency, amount: matching(String.raw`-?[0-9]{1,14}(\.[0-9]{1,3})?`) }, [
  'currency',
  'amount',
]);
const iban = matching('[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}');
const bban = matching('[a-zA-Z0-9]{1,30}');
const reference = object({ iban, bban, currency });
const href = object({ href: text() });
const balance = object(
  {
    balanceAmount: amount,
    balanceType: one(
      'closingBooked',
      'expected',
      'openingBooked',
      'interimAvailable',
      'interimBooked',
      'forwardAvailable',
      'nonInvoiced',
    ),
    referenceDate: day,
    lastChangeDateTime: moment,
    lastCommittedTransaction: text(35),
  },
  ['balanceAmount', 'balanceType'],
);
const accountKnownBy = (number: 'iban' | 'bban') =>
  object(
    {
      resourceId: text(),
      iban,
      bban,
      currency,
      name: text(70),
      product: text(35),
      ownerName: text(140),
      balances: { type: 'array', items: balance },
      _links: object({ balances: href, transactions: href }),
    },
    ['currency', number],
  );
const transaction = object(
  {
    transactionId: text(),
    entryReference: text(35),
    endToEndId: text(35),
    bookingDate: day,
    valueDate: day,
    transactionTimestamp: moment,
    transactionAmount: amount,
    creditorName: text(70),
    creditorId: text(35),
    creditorAccount: reference,
    debtorName: text(70),
    debtorId: text(35),
    debtorAccount: reference,
    remittanceInformationUnstructured: text(140),
    remittanceInformationStructured: text(140),
    additionalInformation: text(500),
    proprietaryBankTransactionCode: text(35),
    icelandicPurpose: object({ code: text(2), description: text(150) }),
    balanceAfterTransaction: balance,
  },
  ['transactionAmount'],
);
const report = object(
  {
    booked: { type: 'array', items: transaction },
    _links: object({ account: href, first: href, next: href, previous: href, last: href }, ['account']),
  },
  ['booked', '_links'],
);

const CODES: Record<number, string[]> = {
  400: [
    ...['FORMAT_ERROR', 'PARAMETER_NOT_CONSISTENT', 'PARAMETER_NOT_SUPPORTED', 'SERVICE_INVALID'],
    ...['RESOURCE_UNKNOWN', 'RESOURCE_EXPIRED', 'TIMESTAMP_INVALID', 'PERIOD_INVALID', 'CONSENT_UNKNOWN'],
  ],
  401: ['CONSENT_INVALID', 'CONSENT_EXPIRED', 'TOKEN_UNKNOWN', 'TOKEN_INVALID', 'TOKEN_EXPIRED'],
  403: ['CONSENT_UNKNOWN', 'SERVICE_BLOCKED', 'RESOURCE_UNKNOWN', 'RESOURCE_EXPIRED'],
  404: ['RESOURCE_UNKNOWN'],
  405: ['SERVICE_INVALID'],
  429: ['ACCESS_EXCEEDED'],
};
const refusals = Object.fromEntries(
  Object.entries(CODES).map(([status, codes]) => {
    const message = object(
      { category: one('ERROR', 'WARNING'), code: one(...codes), path: text(), text: text(500) },
      ['category', 'code'],
    );
    return [status, object({ tppMessages: { type: 'array', items: message } }, ['tppMessages'])];
  }),
);

const access = object({
  accounts: { type: 'array', items: reference },
  balances: { type: 'array', items: reference },
  transactions: { type: 'array', items: reference },
});
const consentFields = {
  access,
  recurringIndicator: { type: 'boolean' },
  validUntil: day,
  frequencyPerDay: { type: 'integer', minimum: 1 },
};
const consentStatus = one(
  ...['received', 'rejected', 'valid', 'revokedByPsu', 'expired', 'terminatedByTpp', 'partiallyAuthorised'],
);
const REDIRECT_HEADERS = ['psu-ip-address', 'tpp-redirect-uri'];

interface Operation {
  method: string;
  path: RegExp;
  query?: object;
  body?: object;
  headers?: readonly string[];
  success: number;
  answer: object;
}

const OPERATIONS: readonly Operation[] = [
  {
    method: 'POST',
    path: /^\/v1\/consents$/,
    headers: REDIRECT_HEADERS,
    body: object({ ...consentFields, combinedServiceIndicator: { type: 'boolean' } }, [
      ...Object.keys(consentFields),
      'combinedServiceIndicator',
    ]),
    success: 201,
    answer: object(
      {
        consentStatus,
        consentId: text(),
        _links: object({ scaRedirect: href, self: href, status: href, scaStatus: href }),
        psuMessage: text(500),
      },
      ['consentStatus', 'consentId', '_links'],
    ),
  },
  {
    method: 'GET',
    path: /^\/v1\/consents\/[^/]+$/,
    success: 200,
    answer: object({ ...consentFields, lastActionDate: day, consentStatus }, [
      ...Object.keys(consentFields),
      'lastActionDate',
      'consentStatus',
    ]),
  },
  { method: 'DELETE', path: /^\/v1\/consents\/[^/]+$/, success: 204, answer: { type: 'null' } },
  {
    method: 'GET',
    path: /^\/v1\/accounts$/,
    query: object({ withBalance: one('true', 'false') }),
    success: 200,
    answer: object(
      { accounts: { type: 'array', items: { anyOf: [accountKnownBy('iban'), accountKnownBy('bban')] } } },
      ['accounts'],
    ),
  },
  {
    method: 'GET',
    path: /^\/v1\/accounts\/[^/]+\/transactions$/,
    query: object(
      {
        dateFrom: day,
        dateTo: day,
        entryReferenceFrom: text(),
        bookingStatus: one('information', 'booked', 'pending', 'both'),
        withBalance: one('true', 'false'),
      },
      ['bookingStatus'],
    ),
    success: 200,
    answer: object({ account: reference, transactions: report, balances: { type: 'array', items: balance } }),
  },
];

/** What is wrong with a call and its answer by the standard. */
export async function accountsProblems(request: Request, response: Response): Promise<string[]> {
  const { pathname, searchParams } = new URL(request.url);
  const operation = OPERATIONS.find(({ method, path }) => request.method === method && path.test(pathname));
  const body: unknown = JSON.parse((await response.clone().text()) || 'null');
  const isDone = operation !== undefined && response.status === operation.success;
  const schema = isDone ? operation.answer : refusals[response.status];
  const requestId = request.headers.get('x-request-id') ?? '';
  return [
    ...(isDone && !UUID.test(requestId) ? ['X-Request-ID is not a UUID'] : []),
    ...(response.headers.get('x-request-id') === requestId ? [] : ['the answer has another X-Request-ID']),
    ...(isDone ? await callProblems(operation, request, searchParams) : []),
    ...(schema ? problemsOf(schema, body) : [`answered ${response.status} to ${pathname}`]),
  ];
}

async function callProblems(
  { query = object({}), body, headers = [] }: Operation,
  request: Request,
  sent: URLSearchParams,
): Promise<string[]> {
  return [
    ...problemsOf(query, Object.fromEntries(sent)),
    ...(body ? problemsOf(body, await request.json()) : []),
    ...headers.filter((name) => !request.headers.get(name)).map((name) => `${name} is missing`),
  ];
}

/** A bank that is held to the standard, in what it is asked and in what it answers. */
export function accountsHeldToStandard(send: BankTransport): BankTransport {
  return async (accountId, request) => {
    const sent = request.clone();
    const response = await send(accountId, request);
    assert.deepEqual(await accountsProblems(sent, response), []);
    return response;
  };
}
