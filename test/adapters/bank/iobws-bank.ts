import { after, before, beforeEach } from 'node:test';
import { httpTransport } from '../../../src/adapters/bank/http-transport.ts';
import { IobwsBank } from '../../../src/adapters/bank/iobws.ts';
import type { ClaimOrder } from '../../../src/kernel/ports/ports.ts';
import { BankServer } from '../../support/bank-server.ts';

export const ORDER: ClaimOrder = {
  accountId: 7,
  invoiceGuid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
  payerKennitala: '0101302989',
  payeeKennitala: '5501234520',
  bankAccount: '010126123456',
  amount: '1240.00',
  currency: 'ISK',
  dueDate: '2026-03-16',
  finalDueDate: '2026-03-23',
  reference: '12345678',
  paymentFee: '190.50',
  templateCode: null,
};
/** The id of the order's claim at the bank. */
export const ID = '5501234520010166345678+20260316';

/** A bank server for the tests of a file, reset before each test. */
export function serveBank() {
  const server = new BankServer();
  let url: string;
  before(async () => {
    url = await server.start();
  });
  after(() => server.stop());
  beforeEach(() => server.reset());
  return {
    server,
    connect: (fields: object = {}, token: string | undefined = 'a token') =>
      new IobwsBank({
        send: httpTransport({ token, tokenFile: undefined }),
        url,
        timeoutMs: 60_000,
        template: 'K01',
        defaultInterest: undefined,
        version: '3.1',
        ...fields,
      }),
  };
}
