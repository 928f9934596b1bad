import { FileDown, Mail } from 'lucide-react';
import { useState } from 'react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import type { Customer, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/elements/button.tsx';
import { Letterhead } from '../../ui/elements/letterhead.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Field, Select } from '../../ui/forms/field.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { useDownload } from '../../ui/records/use-download.ts';
import { StatementMailDialog } from './statement-mail-dialog.tsx';

type Statement = OutputOf<'get-customer-statement'>;

/** The account of a customer: what was invoiced, credited and paid, and the balance after each. */
export function StatementCard({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const [filters] = useFilters();
  const input = {
    guid: customer.guid,
    ...(filters.from && { from_date: filters.from }),
    ...(filters.to && { to_date: filters.to }),
    ...(filters.currency && { currency: filters.currency }),
  };
  const query = useRead('get-customer-statement', input, { keepPrevious: true });
  return (
    <Card title={t('statement')} flush>
      <div className="no-print flex flex-wrap items-end gap-2.5 border-b px-5 py-3">
        <PeriodFilter byDefault={query.data && { from: query.data.from_date, to: query.data.to_date }} />
        {query.data && <CurrencyFilter statement={query.data} />}
        <span className="flex flex-1 justify-end gap-2">
          {query.data && <StatementActions input={input} email={customer.email} statement={query.data} />}
        </span>
      </div>
      <QueryView query={query} rows={6}>
        {(statement) => (
          <>
            <Letterhead period={statement} />
            <p className="hidden px-5 pb-3 text-dense print:block">
              <span className="block font-semibold">{customer.name}</span>
              {formatKennitala(customer.registration_no)}
            </p>
            <Movements statement={statement} />
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** A statement is in one currency. Where the customer has documents in several, the person chooses which. */
function CurrencyFilter({ statement: { currency, currencies } }: { statement: Statement }) {
  const { t } = useTranslation();
  const [, change] = useFilters();
  const choices = [...new Set([currency, ...currencies])].sort();
  if (choices.length < 2) return null;
  return (
    <div className="w-24">
      <Field label={t('field.currency')}>
        <Select value={currency} onChange={({ target }) => change({ currency: target.value })}>
          {choices.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

interface ActionProps {
  input: { guid: string };
  email: string;
  statement: Statement;
}

function StatementActions({ input, email, statement }: ActionProps) {
  const { t } = useTranslation();
  const { busy, run } = useDownload('application/pdf', () => call('get-customer-statement-pdf', input));
  const [isMailing, setMailing] = useState(false);
  const load = async () => [
    [t('field.date'), t('statement.what'), t('field.number'), t('field.amount'), t('statement.balance')],
    [statement.from_date, t('statement.opening'), '', '', statement.opening],
    ...statement.movements.map((one) => [
      one.date,
      t(`statement.${one.kind}`),
      one.number,
      one.amount,
      one.balance,
    ]),
  ];
  return (
    <>
      <Button small icon={<FileDown size={15} aria-hidden />} busy={busy} onClick={run}>
        PDF
      </Button>
      <Button small icon={<Mail size={15} aria-hidden />} onClick={() => setMailing(true)}>
        {t('statement.mail')}
      </Button>
      {isMailing && <StatementMailDialog input={input} email={email} onClose={() => setMailing(false)} />}
      <ExportMenu title={t('statement')} load={load} />
    </>
  );
}

function Movements({ statement }: { statement: Statement }) {
  const { t, lang } = useTranslation();
  const [, change] = useFilters();
  const money = (amount: number) => formatMoney(amount, statement.currency, lang);
  return (
    <div className="overflow-x-auto">
      <table className="w-full print:text-xs" aria-label={t('statement')}>
        <thead>
          <tr className="border-b text-left text-xs text-muted">
            <th scope="col" className="py-2.5 pl-5 font-medium">
              {t('field.date')}
            </th>
            <th scope="col" className="px-3 font-medium">
              {t('statement.what')}
            </th>
            <th scope="col" className="px-3 text-right font-medium">
              {t('field.amount')}
            </th>
            <th scope="col" className="pr-5 pl-3 text-right font-medium">
              {t('statement.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-b text-muted">
            <td className="figure py-2.5 pl-5">{formatDate(statement.from_date, lang)}</td>
            <td className="px-3">{t('statement.opening')}</td>
            <td />
            <td className="figure pr-5 pl-3 text-right">{money(statement.opening)}</td>
          </tr>
          {statement.movements.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several payments of one invoice have nothing else of their own.
            <tr key={index} className="border-b">
              <td className="figure py-2.5 pl-5 whitespace-nowrap">{formatDate(one.date, lang)}</td>
              <td className="px-3">
                <button
                  type="button"
                  onClick={() => change({ open: one.guid })}
                  className="text-accent underline-offset-2 hover:underline print:text-ink"
                >
                  {t(`statement.${one.kind}`)} {one.number && `#${one.number}`}
                  {one.applied !== 0 && ` (${money(Math.abs(one.applied))})`}
                </button>
              </td>
              <td className="figure px-3 text-right whitespace-nowrap">{money(one.amount)}</td>
              <td className="figure pr-5 pl-3 text-right whitespace-nowrap">{money(one.balance)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <td className="figure py-2.5 pl-5">{formatDate(statement.to_date, lang)}</td>
            <td className="px-3">{t('statement.closing')}</td>
            <td />
            <td className="figure pr-5 pl-3 text-right">{money(statement.closing)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
