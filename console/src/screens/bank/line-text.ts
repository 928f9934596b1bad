import { OTHER_CODES } from '../../../../src/domain/bank/actions.ts';
import type { BankAction, BankLine, NamedRecord } from '../../api/types.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';

type Proposal = BankLine['proposals'][number];

/** Finds the record that an action names. */
export type Named = (guid: string | undefined) => NamedRecord | undefined;

export function namedBy(records: readonly NamedRecord[]): Named {
  const byGuid = new Map(records.map((record) => [record.guid, record]));
  return (guid) => (guid === undefined ? undefined : byGuid.get(guid));
}

/** Actions and reasons in the words of the person. */
export function useLineText(named: Named) {
  const { t, tIfKnown, lang } = useTranslation();
  const codeText = (code: string) => tIfKnown(`bank-code.${code}`) ?? code;

  const whomText = (action: BankAction): string[] => {
    const invoices = action.allocations?.map(({ invoice_guid }) => named(invoice_guid)) ?? [];
    const numbers = invoices.flatMap((one) => (one?.number ? `#${one.number}` : []));
    const customer = named(action.customer_guid)?.name ?? invoices.find((one) => one)?.name ?? '';
    const rest = !action.allocations && !action.payment_guid ? [t('bank.oldest')] : [];
    return [numbers.join(', '), customer, ...rest];
  };

  /** What the action is, and what about. */
  const partsOf = (action: BankAction, isOut: boolean): string[] => {
    if (action.type === 'payment') {
      const isCredit = action.allocations?.length === 0 && !isOut;
      return [
        t(isCredit ? 'bank-action.credit' : isOut ? 'bank-action.refund' : 'bank-action.payment'),
        ...whomText(action),
      ];
    }
    if (action.type === 'cost') {
      const cost = named(action.cost_guid);
      return [t('bank-action.cost'), cost?.name ?? '', cost?.number ?? ''];
    }
    if (action.type === 'transfer')
      return [t('bank-action.transfer'), named(action.bank_account_guid)?.name ?? ''];
    if (action.type === 'other') return [codeText(action.code ?? ''), action.note ?? ''];
    if (action.type === 'fee') return [t('bank-action.fee')];
    const names = new Set(action.payments?.flatMap((guid) => named(guid)?.name || []));
    return [t('bank-action.settled'), [...names].slice(0, 3).join(', ')];
  };

  const actionsText = (actions: readonly BankAction[], { amount, currency }: BankLine): string =>
    actions
      .map((action) => {
        const parts = partsOf(action, amount < 0);
        const sum = actions.length > 1 && action.amount ? [formatMoney(action.amount, currency, lang)] : [];
        return [...parts, ...sum].filter(Boolean).join(' · ');
      })
      .join(' + ');

  const whyText = ({ why, reason }: Proposal, { currency }: BankLine): string => {
    const clauses = why.map(({ code, values }) => {
      const money = (amount: string | undefined) =>
        amount === undefined ? '' : formatMoney(Number(amount), values.currency ?? currency, lang);
      return t(`why.${code}` as TextKey, {
        ...values,
        amount: money(values.amount),
        kept: money(values.kept),
        day: values.day ? formatDate(values.day, lang) : '',
        code: codeText(values.code ?? ''),
        source: values.source ? (tIfKnown(`payment-source.${values.source}`) ?? '') : '',
      });
    });
    return clauses.filter(Boolean).join('; ') || reason;
  };

  return { codeText, actionsText, whyText, codes: OTHER_CODES };
}

/** Who paid or was paid, else what the statement says. */
export function lineTitle({ counterparty, text, reference }: BankLine): string {
  return counterparty.name || text || reference || '–';
}

/** What the statement says besides the name. */
export function lineDetails({ counterparty, text, reference }: BankLine): string {
  return [...new Set([counterparty.name ? text : '', reference].filter(Boolean))].join(' · ');
}
