import { wrapInSbdh } from '../../src/adapters/einvoice/sbdh.ts';
import { OPERATOR_TOKEN } from './databases.ts';
import { type Answer, type Body, send } from './requests.ts';

/** Hands a document to the service as the access point of the network does. */
export function deliverEinvoice(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/xml', ...headers };
  return send(url, '/webhooks/einvoice', { method: 'POST', body: body as Body, headers: sent });
}

/** The document in the envelope of the network. */
export function enveloped(xml: string, recipient: string, transmission: string): string {
  return wrapInSbdh({
    accountId: 1,
    guid: '',
    document: /<CreditNote /.test(xml) ? 'CreditNote' : 'Invoice',
    senderKennitala: '5501234520',
    recipient,
    transmission,
    createdAt: new Date('2026-03-02T10:00:00Z'),
    xml,
  });
}
