import type { EinvoiceAnswer } from '../../domain/costs/einvoice-answers.ts';
import { addressOf, KENNITALA_SCHEME } from '../../domain/invoices/einvoice-address.ts';
import { PEPPOL_RESPONSE, PEPPOL_RESPONSE_PROCESS } from '../../domain/invoices/einvoice-standards.ts';
import { toPlainDate } from '../../domain/values/dates.ts';
import { type Element, element, visibleText } from '../xml.ts';
import { writeUbl } from './write-ubl.ts';

interface ResponseParty {
  name: string;
  /** A kennitala, or the address of a company abroad with its scheme. */
  partner: string;
}

export interface InvoiceResponse {
  guid: string;
  answered_at: Date;
  answer: EinvoiceAnswer;
  /** Empty where none was given. */
  reason: string;
  /** Who received the document and answers now. */
  from: ResponseParty;
  /** Who sent the document. */
  to: ResponseParty;
  document: { number: string; issue_date: string | null; type_code: string };
}

/** UNCL 4343, as far as the answer of a buyer has it. */
const RESPONSE_CODES: Readonly<Record<EinvoiceAnswer, string>> = {
  accepted: 'AP',
  rejected: 'RE',
  in_query: 'UQ',
};

/**
 * Renders the answer to a received e-invoice: UBL 2.1 following Peppol BIS Invoice Response 3 (transaction T111), with the
 * elements in the order of the UBL schema.
 */
export function renderInvoiceResponse(response: InvoiceResponse): string {
  const { guid, answered_at, from, to } = response;
  return writeUbl('ApplicationResponse', [
    element('cbc:CustomizationID', PEPPOL_RESPONSE),
    element('cbc:ProfileID', PEPPOL_RESPONSE_PROCESS),
    element('cbc:ID', guid),
    element('cbc:IssueDate', toPlainDate(answered_at)),
    element('cbc:IssueTime', `${answered_at.toISOString().slice(11, 19)}Z`),
    party('cac:SenderParty', from),
    party('cac:ReceiverParty', to),
    documentResponse(response),
  ]);
}

function party(role: string, { name, partner }: ResponseParty): Element | null {
  const { scheme, id } = addressOf(partner);
  return element(role, [
    element('cbc:EndpointID', id, { schemeID: scheme }),
    identification(partner),
    element('cac:PartyLegalEntity', [element('cbc:RegistrationName', visibleText(name) || partner)]),
  ]);
}

/** Its scheme must be a register of ISO 6523, which not every address of the network has. */
function identification(partner: string): Element | null {
  const { scheme, id } = addressOf(partner);
  if (scheme !== KENNITALA_SCHEME) return null;
  return element('cac:PartyIdentification', [element('cbc:ID', id, { schemeID: scheme })]);
}

function documentResponse({ answer, reason, to, document }: InvoiceResponse): Element | null {
  return element('cac:DocumentResponse', [
    element('cac:Response', [
      element('cbc:ResponseCode', RESPONSE_CODES[answer], { listID: 'UNCL4343OpSubset' }),
      reason === ''
        ? null
        : element('cac:Status', [
            element('cbc:StatusReasonCode', 'OTH', { listID: 'OPStatusReason' }),
            element('cbc:StatusReason', reason),
          ]),
    ]),
    element('cac:DocumentReference', [
      element('cbc:ID', document.number),
      element('cbc:IssueDate', document.issue_date),
      element('cbc:DocumentTypeCode', document.type_code, { listID: 'UNCL1001' }),
    ]),
    element('cac:IssuerParty', [
      identification(to.partner),
      element('cac:PartyName', [element('cbc:Name', visibleText(to.name) || to.partner)]),
    ]),
  ]);
}
