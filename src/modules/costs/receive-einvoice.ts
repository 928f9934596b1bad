import { KENNITALA_SCHEMES } from '../../domain/invoices/einvoice-address.ts';
import type { Account } from '../../kernel/access/account.ts';
import { runTransaction } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import { digest } from '../../kernel/node/digest.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import { IdempotencyKey } from '../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { ReadEinvoice } from '../../kernel/ports/documents.ts';
import { receiveCost } from './mail-in/receive-cost.ts';
import { kennitalaOfParty, toKennitala } from './read-einvoice.ts';

interface Incoming {
  bytes: Buffer;
  /** By which the network names the document; the envelope names it too. */
  id: string | undefined;
  callerOf(account: Account): Caller;
  findAccount(kennitala: string): Promise<Account | null>;
}

/** The document process takes turns between accounts; this file belongs to none before it is read. */
const NO_ACCOUNT = 0;

/** Makes a cost of a document of the network, in the account of the company that it is addressed to. */
export async function receiveEinvoice(
  kernel: Kernel,
  { bytes, id, callerOf, findAccount }: Incoming,
): Promise<{ guid: string }> {
  const read = await kernel.ports.documents.readEinvoice(NO_ACCOUNT, { bytes });
  if (!read) return fail('file_refused', violation('einvoice_unread', 'it is no invoice or credit note'));
  if ('problem' in read) return fail('file_refused', violation('einvoice_unread', read.problem));
  const receiver = receiverOf(read);
  const account = receiver.kennitala === '' ? null : await findAccount(receiver.kennitala);
  if (!account) return fail('einvoice_receiver_unknown', receiver.address);
  const name = read.envelope?.id || id;
  // A repeated delivery of the network is the same document; a document that its sender sends twice is not.
  const idempotencyKey = name ? new IdempotencyKey(`einvoice-${digest(name).toString('hex')}`) : undefined;
  const file = new UploadedFile(`${read.einvoice.number || 'einvoice'}.xml`, Buffer.from(read.content));
  const caller = { ...callerOf(account), ...(idempotencyKey && { idempotencyKey }) };
  const { output } = await runTransaction(kernel, receiveCost, caller, { file, description: '' });
  return { guid: output.guid };
}

/** The envelope decides, and the document must not name somebody else. */
function receiverOf({ envelope, einvoice: { buyer } }: ReadEinvoice): { kennitala: string; address: string } {
  const named = kennitalaOfParty(buyer);
  const address = `${buyer.endpoint.scheme && `${buyer.endpoint.scheme}:`}${buyer.endpoint.id}` || named;
  if (!envelope?.receiver) return { kennitala: named, address };
  const [, scheme = '', id = ''] = /^(?:.*::)?([^:]+):(.+)$/.exec(envelope.receiver) ?? [];
  const kennitala = KENNITALA_SCHEMES.includes(scheme) ? toKennitala(id) : '';
  if (kennitala !== '' && named !== '' && named !== kennitala)
    fail('file_refused', violation('einvoice_receivers', kennitala, named));
  return { kennitala, address: envelope.receiver };
}
