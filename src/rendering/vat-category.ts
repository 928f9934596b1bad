import type { InvoiceDocument, VatGroup } from './invoice-document.ts';
import { LABELS } from './labels.ts';
import { vatNumber } from './ubl/identifiers.ts';

/** A category of EN 16931 (UNCL 5305), and why it has no VAT, where the category has a reason. */
export interface VatCategory {
  id: 'S' | 'Z' | 'E' | 'G' | 'O';
  reason: string | null;
}

type Facts = Pick<InvoiceDocument, 'isOutsideVat' | 'isTaxExempt' | 'abroad' | 'seller' | 'lang'>;

/**
 * A seller without a VAT number who charges none is outside VAT (O), and a customer who is exempt gets category E. Otherwise it is
 * that of the lines; the reduced rate is S with its own percentage. Of code Z, what article 2 leaves outside of VAT is E, because O
 * may not stand beside other categories; what article 12 exempts is an export (G) where it is sold abroad under a VAT number. Lines
 * that state nothing are Z, as they were before lines could state it.
 */
export function vatCategory(
  facts: Facts,
  { code, vatKind }: Pick<VatGroup, 'code' | 'vatKind'>,
): VatCategory {
  const labels = LABELS[facts.lang];
  if (facts.isOutsideVat) return { id: 'O', reason: labels.notSubject };
  if (facts.isTaxExempt) return { id: 'E', reason: facts.abroad ? labels.exported : labels.exempt };
  if (code !== 'Z') return { id: 'S', reason: null };
  if (vatKind === 'outside') return { id: 'E', reason: labels.outside };
  const isExport = vatKind === 'zero_rated' && facts.abroad && vatNumber(facts.seller.vat_no) !== '';
  return isExport ? { id: 'G', reason: labels.exported } : { id: 'Z', reason: null };
}

/** Why lines of a document have no VAT. */
export function exemptionReasons(document: InvoiceDocument): string[] {
  const reasons = document.vat.map((share) => vatCategory(document, share).reason);
  return [...new Set(reasons.filter((reason) => reason !== null))];
}
