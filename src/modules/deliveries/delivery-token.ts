import { parsePublicToken, publicToken, type RecordRef } from '../../kernel/security/public-token.ts';

export interface DeliveryRef {
  invoice: RecordRef;
  series: string;
}

/** Identifies a mail in its envelope, so that a bounce says which delivery it belongs to. */
export function deliveryToken({ invoice, series }: DeliveryRef): string {
  return `${publicToken(invoice)}.${series}`;
}

/** Null for a text that is no delivery token. */
export function parseDeliveryToken(token: string): DeliveryRef | null {
  const [, record = '', series = ''] = /^([\w-]{32})\.([\w-]{1,80})$/.exec(token) ?? [];
  const invoice = parsePublicToken(record);
  return invoice && { invoice, series };
}
