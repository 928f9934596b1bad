/** Names that programs and models often give to a field, by the fields that they may stand for. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    price: ['unit_price'],
    unitamount: ['unit_price'],
    quantity: ['qty'],
    count: ['qty'],
    hours: ['qty'],
    unit: ['uom'],
    vat: ['tax', 'vat_24'],
    vatcode: ['tax'],
    vatrate: ['tax'],
    vatpercent: ['tax'],
    taxrate: ['tax'],
    taxcode: ['tax'],
    discountpercent: ['discount', 'discount_value'],
    title: ['description', 'name'],
    text: ['description'],
    sum: ['amount'],
    total: ['amount'],
    date: ['issue_date', 'paid_date'],
    paymentdate: ['paid_date'],
    finaldate: ['settlement_date'],
    lines: ['items'],
    kennitala: ['registration_no'],
    phone: ['phone_number'],
    language: ['lang'],
    postcode: ['zip'],
    query: ['search'],
    sortby: ['sort'],
  }),
);

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/** The known field that an unknown name most likely stands for. */
export function suggestField(unknown: string, known: readonly string[]): string | undefined {
  const name = plain(unknown);
  return (
    known.find((one) => plain(one) === name) ??
    SYNONYMS.get(name)?.find((one) => known.includes(one)) ??
    known.find((one) => isTypo(name, plain(one)))
  );
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
