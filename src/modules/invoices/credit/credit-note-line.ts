import type { NoteLine } from '../../../domain/credit/note-lines.ts';
import type { OriginalLine } from '../../../domain/credit/request.ts';
import type { VatKind } from '../../../domain/invoices/vat.ts';
import { toLang } from '../../../domain/values/codes.ts';
import { inLanguages } from '../../../domain/values/in-languages.ts';
import { ZERO } from '../../../domain/values/money.ts';
import type { Line } from '../plan/lines.ts';
import type { LineInput } from '../records/schema.ts';
import type { OriginalLineRow, OriginalRow } from './credit-store.ts';

export type CreditedLine = Line & OriginalLine;

/** The lines of a credit note that only credit an amount, in the language of the customer. */
const TEXTS = inLanguages({
  part: [(number: string) => `Hluti reiknings ${number}`, (number: string) => `Part of invoice ${number}`],
  before: [
    (number: string) => `Áður kreditfært af reikningi ${number}`,
    (number: string) => `Already credited of invoice ${number}`,
  ],
  rounding: [() => 'Aurajöfnun', () => 'Rounding'],
});

/** Only a line that credits a quantity belongs to the item, whose reports count quantities. */
export function toCreditNoteLine(
  { kind, original: line, index, ...figures }: NoteLine<CreditedLine>,
  original: OriginalRow,
  items: readonly LineInput[],
): Line {
  if (kind === 'quantity') {
    if (!line) throw new Error('A credited quantity has its line of the invoice');
    return { ...line, ...figures };
  }
  const amount = { ...figures, itemGuid: null, category: '', productCost: ZERO };
  const { itemNumber = '', description = '', uom = 'C62' } = line ?? {};
  if (kind === 'reduction') return { ...amount, itemNumber, description, uom, vatKind: line?.vatKind };
  const vatKind = onlyKind(original);
  const sent = index === null ? undefined : items[index];
  if (kind === 'free')
    return {
      ...amount,
      vatKind: sent?.vat_kind ?? vatKind,
      itemNumber: sent?.item_number ?? '',
      description: sent?.description ?? '',
      uom: sent?.uom ?? 'C62',
    };
  const lang = toLang(original.buyer.lang);
  const text = TEXTS[lang][kind](String(original.number));
  return { ...amount, vatKind, itemNumber: '', description: text, uom };
}

/** Why a line of the invoice has no VAT: what it says, or what was decided later where it says nothing. */
export function creditedKind({ vat_kind }: OriginalLineRow, original: OriginalRow): VatKind | null {
  return vat_kind ?? original.decided_vat_kind;
}

/** Why the lines of the invoice have no VAT, if all of them say the same. */
function onlyKind(original: OriginalRow): VatKind | null {
  const [kind = null, ...others] = new Set(
    original.lines.filter(({ tax }) => tax === 'Z').map((line) => creditedKind(line, original)),
  );
  return others.length === 0 ? kind : null;
}
