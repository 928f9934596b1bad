import { Link } from '@tanstack/react-router';
import { AlertTriangle } from 'lucide-react';
import type { ReactNode } from 'react';
import { unitName } from '../../../../src/domain/values/units.ts';
import { translateFinding } from '../../api/problem-text.ts';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatNumber, formatPrice } from '../../lib/format.ts';
import { Skeleton } from '../../ui/elements/feedback.tsx';
import { EinvoiceAnswers } from './einvoice-answers.tsx';

type Einvoice = OutputOf<'get-cost-einvoice'>;
type Line = Einvoice['lines'][number];
type Allowance = Einvoice['allowances'][number];

/** A received e-invoice as a document; `download` is the file itself. */
export function EinvoiceView({ guid, download }: { guid: string; download: ReactNode }) {
  const { t } = useTranslation();
  const { data, error } = useRead('get-cost-einvoice', { guid });
  if (!data && !error) return <Skeleton rows={10} />;
  if (!data)
    return (
      <div className="space-y-3 p-10 text-center text-muted">
        <p>{t('costs.electronic')}</p>
        {download}
      </div>
    );
  return (
    <article
      className="mx-auto my-4 max-w-3xl space-y-5 rounded-lg border bg-paper p-5"
      aria-label={data.number}
    >
      <Head einvoice={data} download={download} />
      <Findings findings={data.findings} />
      <Facts einvoice={data} />
      <Lines einvoice={data} />
      {data.notes.map((note) => (
        <p key={note} className="wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      ))}
      <EinvoiceAnswers guid={guid} einvoice={data} />
    </article>
  );
}

function Head({ einvoice: { kind, number, seller }, download }: { einvoice: Einvoice; download: ReactNode }) {
  const { t } = useTranslation();
  const addressLines = [seller.street, `${seller.zip} ${seller.city}`.trim(), seller.country].filter(Boolean);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h3 className="text-base font-semibold tracking-tight wrap-anywhere">
          {t(`einvoice.${kind as 'invoice'}`, { number })}
        </h3>
        <p className="wrap-anywhere">{seller.name}</p>
        <p className="text-dense text-muted wrap-anywhere">{addressLines.join(', ')}</p>
      </div>
      {download}
    </header>
  );
}

function Findings({ findings }: Pick<Einvoice, 'findings'>) {
  const { t, lang, tIfKnown } = useTranslation();
  if (findings.length === 0) return null;
  return (
    <div className="flex gap-2.5 rounded-lg bg-warning-subtle px-3.5 py-2.5 text-warning">
      <AlertTriangle size={17} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{t('einvoice.findings')}</p>
        <ul>
          {findings.map((one) => (
            <li key={`${one.code} ${one.values.join(' ')}`} className="wrap-anywhere">
              {translateFinding(one, tIfKnown, lang)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Dates, references and where to pay, as far as the document states them. */
function Facts({ einvoice }: { einvoice: Einvoice }) {
  const { t, lang } = useTranslation();
  const { references, period } = einvoice;
  const day = (date: string | null) => date && formatDate(date, lang);
  const facts: [name: string, value: ReactNode][] = [
    [t('field.date'), day(einvoice.issue_date)],
    [t('field.due_date'), day(einvoice.due_date)],
    [t('einvoice.delivered'), day(einvoice.delivery_date)],
    [t('einvoice.period'), [day(period.start), day(period.end)].filter(Boolean).join(' – ')],
    [t('einvoice.order'), references.order],
    [t('einvoice.buyer_reference'), references.buyer_reference],
    [t('einvoice.contract'), references.contract],
    [t('einvoice.project'), references.project],
    ...einvoice.preceding.map((one): [string, ReactNode] => [
      t('einvoice.credits'),
      <Preceding key={one.number} {...one} />,
    ]),
    ...einvoice.payment
      .filter(({ account }) => account)
      .map(({ account, reference }): [string, ReactNode] => [
        t('einvoice.pay-to'),
        reference ? t('einvoice.account', { account, reference }) : account,
      ]),
    [t('einvoice.terms'), einvoice.payment_terms],
    [t('einvoice.attachments'), einvoice.attachments.map(({ name }) => name).join(', ')],
  ];
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts
        .filter(([, value]) => value)
        .map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a document do not change their places
          <div key={index} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Preceding({ number, cost_guid }: Einvoice['preceding'][number]) {
  if (!cost_guid) return number;
  return (
    <Link to="/costs" search={{ open: cost_guid }} className="underline">
      {number}
    </Link>
  );
}

function Lines({ einvoice }: { einvoice: Einvoice }) {
  const { t, lang } = useTranslation();
  const money = (amount: number | null) =>
    amount === null ? '' : formatPrice(amount, einvoice.currency, lang);
  const head = 'py-2 font-medium';
  return (
    <table className="w-full" aria-label={t('lines')}>
      <thead>
        <tr className="border-b text-left text-xs text-muted">
          <th scope="col" className={head}>
            {t('field.description')}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t('field.qty')}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t('field.unit_price')}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t('editor.net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {einvoice.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document do not change their places
          <LineRow key={index} line={line} currency={einvoice.currency} money={money} />
        ))}
      </tbody>
      <tfoot className="figure text-right">
        {totalRows(einvoice, t).map(({ name, amount, isStrong }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the totals of a document do not change their places
          <tr key={index} className={isStrong ? 'font-semibold' : ''}>
            <th scope="row" colSpan={3} className={`pt-1 ${isStrong ? '' : 'font-normal text-muted'}`}>
              {name}
            </th>
            <td className="pt-1 pl-3">{money(amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

interface RowProps {
  line: Line;
  currency: string;
  money(amount: number | null): string;
}

function LineRow({ line, currency, money }: RowProps) {
  const { t, lang } = useTranslation();
  const { quantity, unit, price, vat_percent, description, item_number } = line;
  const details = [
    item_number,
    ...(vat_percent === null ? [] : [t('invoice.line-vat', { rate: `${formatNumber(vat_percent, lang)}%` })]),
    ...line.allowances.map((one) => `${allowanceName(one, t)} ${money(one.amount)}`),
  ].filter(Boolean);
  return (
    <tr className="border-b align-top">
      <td className="py-2 pr-3 wrap-anywhere">
        {line.name || description}
        {line.name && description && description !== line.name && (
          <span className="block text-xs text-muted whitespace-pre-line">{description}</span>
        )}
        <span className="block text-xs text-muted">{details.join(' · ')}</span>
      </td>
      <td className="figure py-2 text-right">
        {quantity !== null && `${formatNumber(quantity, lang)} ${unitName(unit, lang, quantity)}`}
      </td>
      <td className="figure py-2 pl-3 text-right">{price !== null && formatPrice(price, currency, lang)}</td>
      <td className="figure py-2 pl-3 text-right">{money(line.amount)}</td>
    </tr>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function allowanceName({ is_charge, reason }: Allowance, t: Translate): string {
  return reason || (is_charge ? t('einvoice.charge') : t('field.discount'));
}

interface TotalRow {
  name: string;
  amount: number | null;
  isStrong?: boolean;
}

function totalRows({ allowances, vat, totals }: Einvoice, t: Translate): TotalRow[] {
  const rows: TotalRow[] = [
    ...allowances.map((one) => ({
      name: allowanceName(one, t),
      amount: one.amount === null || one.is_charge ? one.amount : -one.amount,
    })),
    { name: t('total.net'), amount: totals.net },
    ...vat
      .filter(({ amount }) => amount !== 0)
      .map(({ percent, amount }) => ({
        name: t('einvoice.vat', { percent: String(percent ?? '') }),
        amount,
      })),
    { name: t('total.amount'), amount: totals.gross, isStrong: true },
    { name: t('einvoice.prepaid'), amount: totals.prepaid && -totals.prepaid },
    { name: t('total.rounding'), amount: totals.rounding },
    { name: t('einvoice.payable'), amount: totals.payable, isStrong: true },
  ];
  return rows.filter(({ amount }) => amount);
}
