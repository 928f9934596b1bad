import type { BankAccountNumber } from '../domain/bank/account-number.ts';
import type { Transfer } from '../domain/costs/transfers.ts';
import { ibanOf } from '../domain/values/iban.ts';
import { bankOf } from '../domain/values/icelandic-banks.ts';
import { isCompany } from '../domain/values/kennitala.ts';
import { fixed2, sum } from '../domain/values/money.ts';
import { type Element, element, writeXml } from './xml.ts';

/** The version of 2019. */
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

interface PaymentOrder {
  /** Makes the file, its parts and its transfers unique at the bank. */
  guid: string;
  createdAt: Date;
  payer: { name: string; kennitala: string };
  account: BankAccountNumber & { currency: string };
  transfers: readonly Transfer[];
}

/** A customer credit transfer initiation of ISO 20022, with one part for each day and currency. */
export function paymentOrderXml(order: PaymentOrder): string {
  const { guid, createdAt, payer, transfers } = order;
  const root = element(
    'Document',
    [
      element('CstmrCdtTrfInitn', [
        element('GrpHdr', [
          element('MsgId', toId(guid)),
          element('CreDtTm', createdAt.toISOString().slice(0, 19)),
          ...controlSums(transfers),
          element('InitgPty', party(payer)),
        ]),
        ...partsOf(transfers).map((part, index) => paymentInformation(order, part, index)),
      ]),
    ],
    { xmlns: NAMESPACE },
  );
  if (!root) throw new Error('A payment order has transfers');
  return writeXml(root);
}

/** At most 35 characters are allowed, so a guid is written without its hyphens. */
const toId = (guid: string) => guid.replaceAll('-', '');

/** Transfers of one day in one currency. */
function partsOf(transfers: readonly Transfer[]): Transfer[][] {
  const parts = new Map<string, Transfer[]>();
  for (const transfer of transfers) {
    const key = `${transfer.payOn} ${transfer.currency}`;
    parts.set(key, [...(parts.get(key) ?? []), transfer]);
  }
  return [...parts.keys()].sort().flatMap((key) => [parts.get(key) ?? []]);
}

function controlSums(transfers: readonly Transfer[]): (Element | null)[] {
  const total = sum(transfers.map(({ amount }) => amount));
  return [element('NbOfTxs', String(transfers.length)), element('CtrlSum', fixed2(total))];
}

function paymentInformation(
  { guid, payer, account }: PaymentOrder,
  transfers: readonly Transfer[],
  index: number,
): Element | null {
  const [first] = transfers;
  const isSepa = first?.currency === 'EUR';
  return element('PmtInf', [
    element('PmtInfId', `${toId(guid)}-${index + 1}`),
    element('PmtMtd', 'TRF'),
    ...controlSums(transfers),
    isSepa ? element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]) : null,
    element('ReqdExctnDt', [element('Dt', first?.payOn)]),
    element('Dbtr', party(payer)),
    element('DbtrAcct', [
      accountId(account.iban || ibanOf(account.account_no, payer.kennitala)),
      element('Ccy', account.currency),
    ]),
    element('DbtrAgt', [agent(account.account_no)]),
    element('ChrgBr', isSepa ? 'SLEV' : 'SHAR'),
    ...transfers.map(creditTransfer),
  ]);
}

function creditTransfer({ guid, name, kennitala, iban, amount, currency, text }: Transfer): Element | null {
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', toId(guid))]),
    element('Amt', [element('InstdAmt', fixed2(amount), { Ccy: currency })]),
    element('Cdtr', party({ name, kennitala })),
    element('CdtrAcct', [accountId(iban)]),
    element('RmtInf', [element('Ustrd', text.slice(0, MAX_TEXT))]),
  ]);
}

/** SEPA allows 70 characters of a name, and 140 of a text. */
const MAX_NAME = 70;
const MAX_TEXT = 140;

function party({ name, kennitala }: PaymentOrder['payer']): (Element | null)[] {
  const [kind, scheme] = isCompany(kennitala) ? ['OrgId', 'COID'] : ['PrvtId', 'NIDN'];
  const id = element('Id', kennitala);
  const number = id && element('Othr', [id, element('SchmeNm', [element('Cd', scheme)])]);
  return [element('Nm', name.slice(0, MAX_NAME)), element('Id', [element(kind, [number])])];
}

function accountId(iban: string): Element | null {
  return element('Id', [element('IBAN', iban)]);
}

/** The bank of the payer; those whose code is not certain know themselves by the account. */
function agent(accountNo: string): Element | null {
  const bank = bankOf(accountNo);
  const unknown = element('Othr', [element('Id', 'NOTPROVIDED')]);
  return element('FinInstnId', [bank ? element('BICFI', bank.bic) : unknown]);
}
