import { DeliveryRejected, type EinvoiceInbox, type ReceivedEinvoice } from '../../kernel/ports/ports.ts';
import { parseJson } from '../parse-json.ts';
import { type AccessPointOptions, callAccessPoint } from './call-access-point.ts';

interface InboxOptions extends AccessPointOptions {
  onRefused(refusal: { document: string; code: string; reason: string }): void;
}

/** Tens of thousands of ids. */
const MAX_LIST_BYTES = 4_000_000;
const MAX_ANSWER_BYTES = 100_000;
/** The id becomes a part of the path, in which dots alone would name another folder. */
const ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,200}$/;
const XML = /^(application|text)\/([\w.-]+\+)?xml\b/i;

/**
 * An access point that does not push what it receives: the address answers a list of the documents that wait, and
 * `<address>/<id>` answers one and takes its acknowledgement.
 */
export class AccessPointInbox implements EinvoiceInbox {
  readonly #options: InboxOptions;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  async list(): Promise<string[]> {
    const { status, bytes } = await callAccessPoint(this.#options, {
      method: 'GET',
      path: '',
      maxBytes: MAX_LIST_BYTES,
    });
    if (status !== 200) throw rejected(`answered ${status} instead of a list of documents`);
    if (!bytes) throw rejected('answered with too long a list of documents');
    const ids = readIds(bytes.toString());
    if (!ids) throw rejected('answered with something that is no list of documents');
    return ids;
  }

  async fetch(id: string, maxBytes: number): Promise<Buffer | 'too_large'> {
    const { status, contentType, bytes } = await callAccessPoint(this.#options, {
      method: 'GET',
      path: pathOf(id),
      headers: { accept: 'application/xml' },
      maxBytes,
    });
    if (status !== 200) throw rejected(`answered ${status} instead of a document`);
    // Another type comes from a proxy, so the document may be fetched again.
    if (!XML.test(contentType)) throw rejected('answered with something that is no XML');
    return bytes ?? 'too_large';
  }

  async acknowledge(id: string, answer: ReceivedEinvoice): Promise<void> {
    const { status } = await callAccessPoint(this.#options, {
      method: 'POST',
      path: pathOf(id),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answer),
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (status >= 300) throw rejected(`answered ${status} to an acknowledgement`);
    if (answer.received) return;
    this.#options.onRefused({ document: id, code: answer.error_code, reason: answer.message });
  }
}

function pathOf(id: string): string {
  return `/${encodeURIComponent(id)}`;
}

/** Null where it is no list. Entries that have no id that a path can have are left out. */
function readIds(text: string): string[] | null {
  const { documents } = (parseJson(text) ?? {}) as { documents?: unknown };
  if (!Array.isArray(documents)) return null;
  const ids = documents.map((document: { id?: unknown } | null) => document?.id);
  return [...new Set(ids.filter((id) => typeof id === 'string' && ID.test(id)) as string[])];
}

function rejected(what: string): DeliveryRejected {
  return new DeliveryRejected(`The e-invoice access point ${what}`, { refused: false });
}
