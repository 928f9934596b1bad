import { addMonthsAnchored } from '../../domain/values/dates.ts';
import { nextWorkingDay } from '../../domain/values/icelandic-holidays.ts';
import { BOXES, type Box, type FiledBoxes, toPayOf } from '../../domain/vat/boxes.ts';
import type { EmbeddedTaxOffice, SandboxReturn } from './embedded.ts';
import { type FormRow, isRowOf, ROWS, readRows, toEntries } from './form.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { type Content, envelope, findAll, parseSoap, textOf } from './soap.ts';
import type { TaxTransport } from './tax-client.ts';

const NAMESPACE = 'urn:kvitt:embedded-tax-office';
const OK = 0;
/** The office's code for everything that it refuses because of what is registered or does not agree. */
const REFUSED = 999;
const EMPTY_RETURN = 119;

/** The ids of its form, which a client must read from it. */
const FORM: readonly FormRow[] = BOXES.map((box, index) => ({
  kind: { id: String(60 + index), name: kindName(box) },
  rate: { id: ROWS[box].rate === '24' ? '59' : ROWS[box].rate === '11' ? '58' : '4', value: ROWS[box].rate },
  category: { id: String(500 + index), title: ROWS[box].title },
  amount: 0,
}));

function kindName(box: Box): string {
  if (box === 'zero_rated') return 'Undanþegin velta (12. gr.)';
  if (box.startsWith('input')) return 'Innskattur';
  return box.startsWith('output') ? 'Útskattur' : 'Skattskyld velta án VSK';
}

/** Where the office keeps its returns. */
type TaxRegister = Pick<EmbeddedTaxOffice, 'find' | 'register' | 'takePlayed'>;

/**
 * Serves the operations of the VAT service that Kvitt uses from the embedded office, in process. The client is the same as for
 * the real one, and so are the refusals: a return that is empty, does not agree with itself, or is registered already.
 */
export function embeddedTaxTransport(office: TaxRegister): TaxTransport {
  return async (accountId, request) => {
    if (request.method === 'GET')
      return xml(`<definitions targetNamespace="${NAMESPACE}"><service name="VSKService"/></definitions>`);
    const message = parseSoap(await request.text());
    const verb = request.headers.get('soapaction')?.replace(/^.*\//, '').replace(/"$/, '') ?? '';
    const call = new Call(office, accountId, message);
    switch (verb) {
      case 'NaIVSKNumer':
        return answer(verb, { ListiVSKNumer: { VSKNumer: textOf(message, 'Kennitala').slice(4, 9) } });
      case 'NaIVSKUpplysingar':
        return answer(verb, { Faerslur: toEntries(FORM) });
      case 'NaIFaerslurTimabils':
        return answer(verb, { Faerslur: toEntries((await call.find())?.entries ?? []) });
      case 'VilluprofaVSKSkyrslu':
        return call.check(verb);
      case 'SkilaVSKSkyrslu':
        return call.submit(verb, 'first');
      case 'LeidrettaVSKSkyrslu':
        return call.submit(verb, 'correction');
      default:
        return fault(`There is no operation ${verb}`);
    }
  };
}

class Call {
  readonly #office: TaxRegister;
  readonly #accountId: number;
  readonly #year: string;
  readonly #code: string;
  readonly #entries: FormRow[];

  constructor(office: TaxRegister, accountId: number, message: unknown) {
    this.#office = office;
    this.#accountId = accountId;
    [this.#year, this.#code] = [textOf(message, 'Ar'), textOf(message, 'Timabil')];
    this.#entries = readRows(findAll(message, 'Faerslur'));
  }

  find(): Promise<SandboxReturn | null> {
    return this.#office.find(this.#accountId, this.#year, this.#code);
  }

  async check(verb: string): Promise<Response> {
    const played = await this.#office.takePlayed(this.#accountId, ['refuse']);
    if (played) return refusal(verb, REFUSED, played.message);
    return this.#problem(verb) ?? answer(verb, this.#outcome());
  }

  async submit(verb: string, kind: 'first' | 'correction'): Promise<Response> {
    const problem = this.#problem(verb);
    if (problem) return problem;
    const played = await this.#office.takePlayed(this.#accountId, ['hang', 'fail_after', 'duplicate']);
    if (played?.next === 'hang') throw lost();
    const registered = await this.#register(kind);
    if (played?.next === 'fail_after') throw lost();
    if (!registered || played?.next === 'duplicate')
      return refusal(
        verb,
        REFUSED,
        kind === 'first' ? 'Skýrsla hefur þegar verið skráð' : 'Skýrsla sem á að leiðrétta fannst ekki',
      );
    const pdf = receiptPdf([`VSK ${this.#year}-${this.#code}`, `Til greidslu: ${this.#toPay} kr.`]);
    return answer(verb, { ...this.#outcome(registered), PDFKvittun: pdf.toString('base64') });
  }

  #register(kind: 'first' | 'correction'): Promise<SandboxReturn | null> {
    const filed = { year: this.#year, code: this.#code, entries: this.#entries };
    return this.#office.register(this.#accountId, filed, kind);
  }

  /** The VAT must be that of the turnover; what rounding of single documents adds up to is let pass. */
  #problem(verb: string): Response | null {
    if (this.#entries.length === 0) return refusal(verb, EMPTY_RETURN, 'Engin færsla er skráð');
    const boxes = this.#boxes;
    const agrees = (turnover: number, vat: number, percent: number) =>
      Math.abs((turnover * percent) / 100 - vat) <= Math.max(100, Math.abs(turnover) / 1000);
    const isRight =
      agrees(boxes.turnover_24, boxes.output_24, 24) && agrees(boxes.turnover_11, boxes.output_11, 11);
    return isRight ? null : refusal(verb, REFUSED, 'Ekki samræmi milli veltu og útskatts');
  }

  get #boxes(): FiledBoxes {
    const amountOf = (box: Box) => this.#entries.find((row) => isRowOf(row, box))?.amount ?? 0;
    return Object.fromEntries(BOXES.map((box) => [box, amountOf(box)])) as FiledBoxes;
  }

  get #toPay(): number {
    return toPayOf(this.#boxes);
  }

  #outcome(registered?: SandboxReturn): Record<string, Content> {
    const [year, code, toPay] = [this.#year, this.#code, this.#toPay];
    const month = String(Number(code) / 4).padStart(2, '0');
    const claim = `${year.slice(2)}${code}${String(registered?.submitted ?? 0).padStart(2, '0')}`;
    return {
      NidurstadaSkila: {
        Fjarhaedir: { Alagning: toPay, Alag: 0, TilGreidslu: toPay },
        Gjalddagi: nextWorkingDay(addMonthsAnchored(`${year}-${month}-05`, 2)),
        ...(registered && { OCRRond: `${claim}> 0000${Math.abs(toPay)}+ 31<`, Krofunumer: claim }),
      },
    };
  }
}

/** Ends the connection as a timeout does. */
function lost(): Error {
  return new DOMException('The embedded tax office does not answer', 'TimeoutError');
}

function answer(verb: string, content: Record<string, Content>): Response {
  return reply(verb, OK, '', { Svar: { Tokst: 'true', ...content } });
}

function refusal(verb: string, code: number, message: string): Response {
  return reply(verb, code, message, {});
}

function reply(verb: string, code: number, message: string, more: Record<string, Content>): Response {
  const content = { [`${verb}Svar`]: { status: { code, message }, ...more } };
  return xml(envelope(NAMESPACE, `${verb}Response`, content));
}

function fault(message: string): Response {
  return xml(envelope(NAMESPACE, 'Fault', { faultcode: 'soap:Client', faultstring: message }), 500);
}

function xml(body: string, status = 200): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/xml; charset=utf-8' } });
}
