/** Ways to spoil a document, to see that its rules are found broken. */

export type Change = (xml: string) => string;

const whole = (name: string) => new RegExp(`<c[ab]c:${name}[ >][\\s\\S]*?</c[ab]c:${name}>`);
export const drop =
  (...names: string[]): Change =>
  (xml) =>
    names.reduce((left, name) => left.replace(whole(name), ''), xml);
export const say =
  (name: string, text: string): Change =>
  (xml) =>
    xml.replace(new RegExp(`(<c[ab]c:${name}(?: [^>]*)?>)[^<]*`), `$1${text}`);
export const twice =
  (name: string): Change =>
  (xml) =>
    xml.replace(whole(name), (found) => found + found);
export const give =
  (name: string, attribute: string, value: string | null): Change =>
  (xml) =>
    xml.replace(new RegExp(`<c[ab]c:${name}(?: [^>]*)?>`), (tag) =>
      value === null
        ? tag.replace(new RegExp(` ${attribute}="[^"]*"`), '')
        : tag.includes(` ${attribute}=`)
          ? tag.replace(new RegExp(` ${attribute}="[^"]*"`), ` ${attribute}="${value}"`)
          : tag.replace('>', ` ${attribute}="${value}">`),
    );
/** Changes only within the nth element of the name. */
export const inside =
  (name: string, change: Change, nth = 0): Change =>
  (xml) => {
    let seen = -1;
    return xml.replace(new RegExp(whole(name), 'g'), (found) => {
      seen += 1;
      return seen === nth ? change(found) : found;
    });
  };
export const put =
  (after: string, added: string): Change =>
  (xml) =>
    xml.replace(whole(after), (found) => found + added);

export const seller = (change: Change) => inside('AccountingSupplierParty', change);
export const buyer = (change: Change) => inside('AccountingCustomerParty', change);
export const sums = (change: Change) => inside('LegalMonetaryTotal', change);
export const line = (change: Change, nth = 0) => inside('InvoiceLine', change, nth);
/** The first allowance is that of the whole document: those of lines come later. */
export const allowance = (change: Change) => inside('AllowanceCharge', change);
export const subtotal = (change: Change, nth = 0) => inside('TaxSubtotal', change, nth);

/** What is wrong, in which of the sound documents, how it comes about, and the rules that it breaks. */
export type Mutation<Sound extends string = string> = [
  what: string,
  of: Sound,
  change: Change,
  broken: string[],
];
