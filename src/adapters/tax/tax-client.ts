import { toError } from '../../domain/values/errors.ts';
import { officeCode } from '../../domain/vat/periods.ts';
import {
  type TaxAnswer,
  type TaxOffice,
  TaxOfficeRefused,
  TaxOfficeUnavailable,
  type TaxPeriod,
  type TaxReturn,
} from '../../kernel/ports/tax-office.ts';
import { boundedText } from '../bounded-text.ts';
import { fillForm, readRows, sameBoxes, toEntries } from './form.ts';
import { type Content, envelope, findAll, ownText, parseSoap, textOf } from './soap.ts';

/** Sends a request over the network, or to the embedded office. */
export type TaxTransport = (accountId: number, request: Request) => Promise<Response>;

interface TaxClientOptions {
  /** The address of the service, without `?wsdl`. */
  url: string;
  /** The name and version of this software, as it is registered with the tax office. */
  system: string;
  timeoutMs: number;
  send: TaxTransport;
}

/** The operations of the service. */
type Verb =
  | 'NaIVSKNumer'
  | 'NaIVSKUpplysingar'
  | 'NaIFaerslurTimabils'
  | 'VilluprofaVSKSkyrslu'
  | 'SkilaVSKSkyrslu'
  | 'LeidrettaVSKSkyrslu';

/** A receipt is a page or two. */
const MAX_ANSWER_BYTES = 10_000_000;
const ALREADY_REGISTERED = /þegar verið (skráð|skilað)/i;
const UNREADABLE = 'The tax office answered with something that is no SOAP message';

/**
 * The VAT service of the tax office (VSKService): SOAP over HTTPS, with the kennitala and the password of the company or of its
 * accountant as Basic authentication.
 */
export class TaxClient implements TaxOffice {
  readonly #options: TaxClientOptions;
  #namespace: string | null = null;

  constructor(options: TaxClientOptions) {
    this.#options = options;
  }

  async submit(filed: TaxReturn, kind: 'first' | 'correction'): Promise<TaxAnswer> {
    const named = await this.#withVatNo(filed);
    const form = readRows(await this.#call(named, 'NaIVSKUpplysingar', this.#about(named)));
    const report: Content = {
      VSKSkyrsla: {
        ...this.#about(named),
        ReiknaAlag: 'true',
        Faerslur: toEntries(fillForm(form, filed.boxes)),
      },
    };
    await this.#call(named, 'VilluprofaVSKSkyrslu', report);
    const verb = kind === 'first' ? 'SkilaVSKSkyrslu' : 'LeidrettaVSKSkyrslu';
    const answer = await this.#call(named, verb, report, { mayHaveTaken: true });
    return toAnswer(answer);
  }

  async hasReturn(filed: TaxReturn): Promise<boolean> {
    const named = await this.#withVatNo(filed);
    const rows = readRows(await this.#call(named, 'NaIFaerslurTimabils', this.#about(named)));
    return rows.length > 0 && sameBoxes(rows, filed.boxes);
  }

  /** The company's VAT number, which the office knows where the books do not have it. */
  async #withVatNo<T extends TaxPeriod>(filed: T): Promise<T> {
    const known = filed.vatNo.replaceAll(/\D/g, '');
    if (known) return { ...filed, vatNo: known };
    const asked = { Kennitala: filed.kennitala, KerfiUtgafa: this.#options.system };
    const [first, second] = findAll(await this.#call(filed, 'NaIVSKNumer', asked), 'VSKNumer').map(ownText);
    if (!first || second)
      throw new TaxOfficeRefused('Set vat_no of the company: the tax office knows no VAT number, or several');
    return { ...filed, vatNo: first };
  }

  #about({ kennitala, vatNo, period }: TaxPeriod): Record<string, Content> {
    const { year, code } = officeCode(period);
    const { system } = this.#options;
    return { Kennitala: kennitala, VSKNumer: vatNo, Ar: year, Timabil: code, KerfiUtgafa: system };
  }

  async #call(
    { accountId, login }: TaxPeriod,
    verb: Verb,
    content: Content,
    { mayHaveTaken } = { mayHaveTaken: false },
  ): Promise<unknown> {
    const { url } = this.#options;
    this.#namespace ??= await this.#readNamespace(accountId, login);
    const namespace = this.#namespace;
    const request = new Request(url, {
      method: 'POST',
      headers: {
        ...authorization(login),
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${namespace.replace(/\/$/, '')}/${verb}"`,
      },
      body: envelope(namespace, verb, content),
    });
    const { status, text } = await this.#send(accountId, request, mayHaveTaken);
    const answer = parsed(text, status, mayHaveTaken);
    const [code, message] = [textOf(findAll(answer, 'status')[0], 'code'), messageOf(answer)];
    if (status === 401 || status === 403)
      throw new TaxOfficeRefused('The tax office does not know this kennitala and password; set them anew');
    if (/Server$/.test(textOf(findAll(answer, 'Fault')[0], 'faultcode')))
      throw new TaxOfficeUnavailable(message || UNREADABLE, { mayHaveTaken });
    // Another fault says that the message itself was wrong, so nothing was done.
    if (findAll(answer, 'Fault').length > 0 || (code !== '' && Number(code) !== 0))
      throw new TaxOfficeRefused(message || `The tax office answered ${code || status}`, {
        isDuplicate: ALREADY_REGISTERED.test(message),
      });
    if (status >= 300 || code === '') throw new TaxOfficeUnavailable(UNREADABLE, { mayHaveTaken });
    return answer;
  }

  /** The namespace stands in the description of the service, which is read once. */
  async #readNamespace(accountId: number, login: TaxPeriod['login']): Promise<string> {
    const request = new Request(`${this.#options.url}?wsdl`, { headers: authorization(login) });
    const { status, text } = await this.#send(accountId, request, false);
    const [namespace] = findAll(parsed(text, status, false), '@targetNamespace').map(ownText);
    if (status >= 300 || !namespace) throw new TaxOfficeUnavailable(UNREADABLE, { mayHaveTaken: false });
    return namespace;
  }

  async #send(accountId: number, request: Request, mayHaveTaken: boolean) {
    const { send, timeoutMs } = this.#options;
    try {
      const bounded = new Request(request, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      const response = await send(accountId, bounded);
      return { status: response.status, text: await boundedText(response, MAX_ANSWER_BYTES) };
    } catch (error) {
      const isTimeout = toError(error).name === 'TimeoutError';
      const what = isTimeout ? 'did not answer in time' : 'could not be reached';
      throw new TaxOfficeUnavailable(`The tax office ${what}`, { mayHaveTaken, cause: error });
    }
  }
}

function authorization(login: TaxPeriod['login']): Record<string, string> {
  if (!login) return {};
  const pair = Buffer.from(`${login.kennitala}:${login.key}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

function parsed(text: string, status: number, mayHaveTaken: boolean): unknown {
  if (status === 401 || status === 403) return {};
  try {
    return parseSoap(text);
  } catch (error) {
    throw new TaxOfficeUnavailable(UNREADABLE, { mayHaveTaken, cause: error });
  }
}

function messageOf(answer: unknown): string {
  const text = textOf(findAll(answer, 'status')[0], 'message') || textOf(answer, 'faultstring');
  return text.replaceAll(/\s+/g, ' ').slice(0, 500);
}

/** An answer without its figures counts as lost: the return is asked for before anything is sent again. */
function toAnswer(answer: unknown): TaxAnswer {
  const whole = (name: string) => {
    const text = textOf(answer, name);
    if (!/^-?\d+(\.\d+)?$/.test(text))
      throw new TaxOfficeUnavailable(`The tax office took the return, and its answer has no ${name}`, {
        mayHaveTaken: true,
      });
    return Math.round(Number(text));
  };
  const receipt = textOf(answer, 'PDFKvittun');
  return {
    assessment: whole('Alagning'),
    toPay: whole('TilGreidslu'),
    dueOn: /^\d{4}-\d{2}-\d{2}/.exec(textOf(answer, 'Gjalddagi'))?.[0] ?? null,
    ocr: textOf(answer, 'OCRRond', 'OCR') || null,
    claimNo: textOf(answer, 'Krofunumer', 'KrofuNumer') || null,
    receipt: receipt ? Buffer.from(receipt, 'base64') : null,
  };
}
