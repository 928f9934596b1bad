/** The European standard for e-invoices (EN 16931), as a document claims to follow it. */
export const EUROPEAN_STANDARD = 'urn:cen.eu:en16931:2017';

/** Peppol BIS Billing 3.0, the rules of the network within that standard. */
export const PEPPOL_BILLING = `${EUROPEAN_STANDARD}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`;

/** The billing process of Peppol, to which its documents belong. */
export const PEPPOL_BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** Peppol BIS Invoice Response 3: what the receiver of a document answers its sender (transaction T111). */
export const PEPPOL_RESPONSE = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3';

/** The process of such an answer. */
export const PEPPOL_RESPONSE_PROCESS = 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3';
