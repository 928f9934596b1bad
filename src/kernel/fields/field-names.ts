interface OtherNames {
  /** Names that would change the price, the quantity or the sum of a document if they were ignored. */
  decisive?: readonly string[];
  other?: readonly string[];
}

/**
 * Names that programs and models often give to a field, by the field, in small letters and without signs. A name may stand
 * for several fields; the first one that an object can have is meant.
 */
const SYNONYMS: Readonly<Record<string, OtherNames>> = {
  unit_price: { decisive: ['price', 'unitprice'], other: ['unitamount'] },
  qty: { decisive: ['quantity', 'count'], other: ['hours'] },
  tax: { decisive: ['vat', 'vatcode', 'vatrate', 'vatpercent', 'taxrate'], other: ['taxcode'] },
  amount: { decisive: ['sum', 'total'] },
  issue_date: { other: ['date'] },
  paid_date: { decisive: ['date', 'paymentdate'] },
  vat_24: { other: ['vat'] },
  uom: { other: ['unit'] },
  discount: { other: ['discountpercent'] },
  discount_value: { other: ['discountpercent'] },
  description: { other: ['title', 'text'] },
  name: { other: ['title'] },
  settlement_date: { other: ['finaldate'] },
  items: { other: ['lines'] },
  registration_no: { other: ['kennitala'] },
  phone_number: { other: ['phone'] },
  lang: { other: ['language'] },
  zip: { other: ['postcode'] },
  search: { other: ['query'] },
  sort: { other: ['sortby'] },
};

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/** The known field that an unknown name most likely stands for. */
export function suggestField(unknown: string, known: readonly string[]): string | undefined {
  const name = plain(unknown);
  return (
    known.find((one) => plain(one) === name) ??
    findField(known, ({ decisive = [], other = [] }) => decisive.includes(name) || other.includes(name)) ??
    known.find((one) => isTypo(name, plain(one)))
  );
}

/** The known field whose value is lost where this name is ignored; undefined where it decides nothing. */
export function decisiveField(unknown: string, known: readonly string[]): string | undefined {
  const name = plain(unknown);
  return findField(known, ({ decisive = [] }) => decisive.includes(name));
}

function findField(known: readonly string[], isMeant: (names: OtherNames) => boolean): string | undefined {
  return Object.keys(SYNONYMS).find((field) => known.includes(field) && isMeant(SYNONYMS[field] ?? {}));
}

/** Whether one letter was left out, added or changed, or two neighbours were swapped. */
function isTypo(written: string, meant: string): boolean {
  const [short, long] = written.length <= meant.length ? [written, meant] : [meant, written];
  if (short.length < 3 || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = short.slice(start);
  const other = long.slice(start);
  if (rest.length < other.length) return rest === other.slice(1);
  const isSwapped = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
  return isSwapped || rest.slice(1) === other.slice(1);
}
