import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import type { PrintableInvoice } from '../../src/rendering/printable-invoice.ts';
import { renderUbl } from '../../src/rendering/ubl/invoice-ubl.ts';
import { type Tree, treeOf } from './tree.ts';

export function einvoice(record: PrintableInvoice): Tree {
  return treeOf(renderUbl(buildInvoiceDocument(record)));
}

export function countryOf(tree: Tree): string | undefined {
  return tree.at('AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode');
}
