import { cents, type Fraction, fraction, multiply, subtract, total } from '../domain/fractions.ts';
import { outOfOrder } from './peppol-order.ts';
import type { Tree } from './tree.ts';

const HUNDREDTH = fraction('0.01');

function figure(text: string | undefined): Fraction {
  return fraction(text ?? '0');
}

function sumAt(tree: Tree, path: string): Fraction {
  return total(tree.all(path).map(({ text }) => fraction(text)));
}

function within(a: Fraction, b: Fraction, slack: string): boolean {
  const off = subtract(a, b);
  const most = fraction(slack);
  const size = off.n * off.d < 0n ? { n: -off.n, d: off.d } : off;
  return size.n * most.d <= most.n * size.d;
}

function equal(a: Fraction, b: Fraction): boolean {
  return within(a, b, '0');
}

/** Allowances less charges. */
function takenOff(tree: Tree): Fraction {
  const of = (isCharge: string) =>
    total(
      tree
        .all('AllowanceCharge')
        .filter((one) => one.at('ChargeIndicator') === isCharge)
        .map((one) => figure(one.at('Amount'))),
    );
  return subtract(of('false'), of('true'));
}

/** The rules of EN 16931, Peppol BIS Billing 3.0 and ÍST TS-236 that a document breaks, by their numbers. */
export function brokenRules(root: Tree): string[] {
  const broken: string[] = [];
  const rule = (id: string, holds: boolean) => {
    if (!holds) broken.push(id);
  };
  documentRules(root, rule);
  partyRules(root, rule);
  sumRules(root, rule);
  for (const line of linesIn(root)) lineRules(root, line, rule);
  taxRules(root, rule);
  paymentRules(root, rule);
  return [...broken, ...outOfOrder(root)];
}

type Rule = (id: string, holds: boolean) => void;

export function linesIn(root: Tree): Tree[] {
  return [...root.all('InvoiceLine'), ...root.all('CreditNoteLine')];
}

function documentRules(root: Tree, rule: Rule): void {
  const elements = [...root.everything()];
  rule('R008 empty', !elements.some(({ children, text }) => children.length === 0 && text.trim() === ''));
  rule('R001', root.at('ProfileID') === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0');
  rule(
    'R004',
    root.at('CustomizationID') ===
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  );
  rule('R002 note', root.all('Note').length <= 1);
  rule('R003 reference', root.all('BuyerReference').length + root.all('OrderReference/ID').length > 0);
  rule('BR-02', (root.at('ID') ?? '') !== '');
  rule('BR-04', root.at(`${root.name}TypeCode`) === (root.name === 'Invoice' ? '380' : '381'));
  rule('BR-16', linesIn(root).length > 0);
  const currency = root.at('DocumentCurrencyCode');
  const amounts = elements.filter(({ attributes }) => 'currencyID' in attributes);
  rule(
    'R051 currency',
    amounts.every(({ attributes }) => attributes.currencyID === currency),
  );
  const rounded = amounts.filter(({ name }) => name !== 'PriceAmount');
  rule(
    'BR-DEC',
    rounded.every(({ text }) => /^-?\d+\.\d\d$/.test(text)),
  );
  rule(
    'BR-27',
    amounts.every(({ name, text }) => name !== 'PriceAmount' || !text.startsWith('-')),
  );
}

function partyRules(root: Tree, rule: Rule): void {
  for (const side of ['AccountingSupplierParty', 'AccountingCustomerParty']) {
    const party = root.one(`${side}/Party`);
    const ids = [party.one('EndpointID'), party.one('PartyLegalEntity/CompanyID')];
    const areKennitala = ids.every(
      ({ text, attributes }) => /^\d{10}$/.test(text) && attributes.schemeID === '0196',
    );
    rule(`IS-R-002/004 R010/R020 ${side}`, areKennitala);
    const address = party.one('PostalAddress');
    rule(`IS-R-003/005 ${side}`, Boolean(address.at('StreetName') && address.at('PostalZone')));
    rule(`BR-09/11 ${side}`, address.at('Country/IdentificationCode') === 'IS');
    const schemes = party.all('PartyTaxScheme');
    const vat = schemes.filter((scheme) => scheme.at('TaxScheme/ID') === 'VAT');
    rule(
      `BR-CO-09 ${side}`,
      vat.every((scheme) => /^IS\d+$/.test(scheme.at('CompanyID') ?? '')),
    );
  }
}

function sumRules(root: Tree, rule: Rule): void {
  const sums = root.one('LegalMonetaryTotal');
  const at = (name: string) => figure(sums.at(name));
  const lines = total(linesIn(root).map((line) => figure(line.at('LineExtensionAmount'))));
  rule('BR-CO-10', equal(at('LineExtensionAmount'), lines));
  rule('BR-CO-11/12', equal(subtract(at('AllowanceTotalAmount'), at('ChargeTotalAmount')), takenOff(root)));
  rule('BR-CO-13', equal(at('TaxExclusiveAmount'), subtract(lines, takenOff(root))));
  const tax = figure(root.one('TaxTotal').at('TaxAmount'));
  rule('BR-CO-14', equal(tax, sumAt(root, 'TaxTotal/TaxSubtotal/TaxAmount')));
  rule('BR-CO-15', equal(at('TaxInclusiveAmount'), total([at('TaxExclusiveAmount'), tax])));
  const due = total([subtract(at('TaxInclusiveAmount'), at('PrepaidAmount')), at('PayableRoundingAmount')]);
  rule('BR-CO-16', equal(at('PayableAmount'), due));
  rule('rounding is small', within(at('PayableRoundingAmount'), fraction('0'), '0.05'));
}

function lineRules(root: Tree, line: Tree, rule: Rule): void {
  const id = line.at('ID');
  const quantity = line.one(root.name === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity');
  const gross = multiply(figure(quantity.text), figure(line.at('Price/PriceAmount')));
  const net = figure(line.at('LineExtensionAmount'));
  rule(`R120 line ${id}`, within(net, subtract(gross, takenOff(line)), '0.02'));
  rule(`BR-25 line ${id}`, (line.at('Item/Name') ?? '') !== '');
  rule(`BR-CL-23 line ${id}`, !['KTM', 'KGS'].includes(quantity.attributes.unitCode ?? 'KTM'));
  allowanceRules(line, rule);
}

function allowanceRules(tree: Tree, rule: Rule): void {
  for (const one of tree.all('AllowanceCharge')) {
    const [percent, base] = [one.at('MultiplierFactorNumeric'), one.at('BaseAmount')];
    rule('R041/R042', (percent === undefined) === (base === undefined));
    const expected = multiply(multiply(figure(percent), figure(base)), HUNDREDTH);
    rule('R040', percent === undefined || within(figure(one.at('Amount')), expected, '0.02'));
    rule('R043', ['true', 'false'].includes(one.at('ChargeIndicator') ?? ''));
    rule('BR-33/41', (one.at('AllowanceChargeReason') ?? '') !== '');
    rule('allowances are positive', !one.at('Amount')?.startsWith('-'));
  }
}

function keyOf(category: Tree): string {
  return `${category.at('ID')} ${category.at('Percent') ?? ''}`.trim();
}

function taxRules(root: Tree, rule: Rule): void {
  allowanceRules(root, rule);
  const subtotals = root.one('TaxTotal').all('TaxSubtotal');
  const keys = subtotals.map((one) => keyOf(one.one('TaxCategory')));
  const used = new Set(linesIn(root).map((line) => keyOf(line.one('Item/ClassifiedTaxCategory'))));
  rule(
    'BR-S/Z/O-01',
    keys.length === new Set(keys).size && [...used].sort().join() === [...keys].sort().join(),
  );
  rule(
    'categories',
    keys.every((key) => ['S 24', 'S 11', 'Z 0', 'O'].includes(key)),
  );
  for (const one of subtotals) {
    const key = keyOf(one.one('TaxCategory'));
    const lines = linesIn(root).filter((line) => keyOf(line.one('Item/ClassifiedTaxCategory')) === key);
    const allowances = root.all('AllowanceCharge').filter((each) => keyOf(each.one('TaxCategory')) === key);
    const off = allowances.map((each) => {
      const amount = figure(each.at('Amount'));
      return each.at('ChargeIndicator') === 'true' ? amount : { n: -amount.n, d: amount.d };
    });
    const net = total([...lines.map((line) => figure(line.at('LineExtensionAmount'))), ...off]);
    const taxable = figure(one.at('TaxableAmount'));
    rule(`BR-S/Z/O-08 ${key}`, equal(taxable, net));
    const percent = figure(one.at('TaxCategory/Percent'));
    const tax = fraction(cents(multiply(multiply(taxable, percent), HUNDREDTH)));
    rule(`BR-CO-17 ${key}`, within(figure(one.at('TaxAmount')), tax, '0.01'));
    rule(`BR-O-10 ${key}`, (key === 'O') === (one.all('TaxCategory/TaxExemptionReason').length === 1));
  }
  const schemes = root
    .all('AccountingSupplierParty/Party/PartyTaxScheme/TaxScheme/ID')
    .map(({ text }) => text);
  const buyers = root.all('AccountingCustomerParty/Party/PartyTaxScheme');
  rule('BR-S/Z-02', keys.includes('O') || schemes.length > 0);
  rule('BR-O-02', !keys.includes('O') || (!schemes.includes('VAT') && buyers.length === 0));
  rule('BR-O-11', !keys.includes('O') || keys.length === 1);
}

function paymentRules(root: Tree, rule: Rule): void {
  const isCredit = root.name === 'CreditNote';
  const due = root.at('DueDate');
  const final = root
    .all('AdditionalDocumentReference')
    .filter((one) => one.at('DocumentDescription') === 'EINDAGI');
  const date = final[0]?.at('ID') ?? '';
  const isDated = final.length === 1 && /^\d{4}-\d\d-\d\d$/.test(date) && due !== undefined && due <= date;
  rule('IS-R-008/009/010', isCredit ? final.length === 0 && due === undefined : isDated);
  rule('BR-55', !isCredit || root.all('BillingReference/InvoiceDocumentReference/ID').length === 1);
  const owed = figure(root.at('LegalMonetaryTotal/PayableAmount')).n > 0n;
  rule('BR-CO-25', !owed || due !== undefined || root.all('PaymentTerms/Note').length === 1);
  for (const means of root.all('PaymentMeans')) {
    const code = means.at('PaymentMeansCode') ?? '';
    const account = means.at('PayeeFinancialAccount/ID') ?? '';
    rule('IS-R-006/007', !['9', '42'].includes(code) || /^\d{12}$/.test(account));
    rule('claims are in ledger 66', code !== '9' || account.slice(4, 6) === '66');
  }
}
