import { addressOf, formatAddress } from '../../domain/invoices/einvoice-address.ts';
import {
  PEPPOL_BILLING,
  PEPPOL_BILLING_PROCESS,
  PEPPOL_RESPONSE,
  PEPPOL_RESPONSE_PROCESS,
} from '../../domain/invoices/einvoice-standards.ts';
import { escapeMarkup } from '../../domain/strings/markup.ts';
import type { EinvoiceDocument, EinvoiceOrder } from '../../kernel/ports/ports.ts';

const BILLING = { customization: PEPPOL_BILLING, profile: PEPPOL_BILLING_PROCESS };

/** The rules that a document follows in the network, and the process that it belongs to. */
const KINDS: Readonly<Record<EinvoiceDocument, { customization: string; profile: string }>> = {
  Invoice: BILLING,
  CreditNote: BILLING,
  ApplicationResponse: { customization: PEPPOL_RESPONSE, profile: PEPPOL_RESPONSE_PROCESS },
};

const HEADER = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** Wraps a document in the SBDH envelope with sender, receiver and document type. */
export function wrapInSbdh(order: EinvoiceOrder): string {
  const { document, senderKennitala, recipient, transmission, createdAt, xml } = order;
  const standard = `urn:oasis:names:specification:ubl:schema:xsd:${document}-2`;
  const { customization, profile } = KINDS[document];
  const party = (partner: string) =>
    `<Identifier Authority="iso6523-actorid-upis">${escapeMarkup(formatAddress(addressOf(partner)))}</Identifier>`;
  const scope = (type: string, value: string, scheme: string) =>
    `<Scope><Type>${type}</Type><InstanceIdentifier>${escapeMarkup(value)}</InstanceIdentifier>${scheme && `<Identifier>${scheme}</Identifier>`}</Scope>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<StandardBusinessDocument xmlns="${HEADER}">
<StandardBusinessDocumentHeader>
<HeaderVersion>1.0</HeaderVersion>
<Sender>${party(senderKennitala)}</Sender>
<Receiver>${party(recipient)}</Receiver>
<DocumentIdentification>
<Standard>${standard}</Standard>
<TypeVersion>2.1</TypeVersion>
<InstanceIdentifier>${escapeMarkup(transmission)}</InstanceIdentifier>
<Type>${document}</Type>
<CreationDateAndTime>${createdAt.toISOString()}</CreationDateAndTime>
</DocumentIdentification>
<BusinessScope>
${scope('DOCUMENTID', `${standard}::${document}##${customization}::2.1`, 'busdox-docid-qns')}
${scope('PROCESSID', profile, 'cenbii-procid-ubl')}
${scope('COUNTRY_C1', 'IS', '')}
</BusinessScope>
</StandardBusinessDocumentHeader>
${xml.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, '').trimEnd()}
</StandardBusinessDocument>
`;
}
