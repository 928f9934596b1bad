import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { axisTop } from '../../lib/chart-axis.ts';
import { formatMoney, formatMonth, formatShort } from '../../lib/format.ts';

const SERIES = [
  { key: 'issued', colour: 'var(--chart-muted)' },
  { key: 'paid', colour: 'var(--chart)' },
] as const;

type Month = OutputOf<'get-overview'>['months'][number];

/** Issued and paid amounts of twelve months as a bar chart, and as a table for screen readers. */
export default function Months({ months }: { months: readonly Month[] }) {
  const { t, lang } = useTranslation();
  const top = axisTop(months.flatMap(({ issued, paid }) => [issued, paid]));
  const cut = months.filter(({ issued, paid }) => Math.max(issued, paid) > top);
  const series = SERIES.map((one) => ({ ...one, name: t(`overview.${one.key}`) }));
  return (
    <figure>
      <figcaption className="mb-3 flex gap-5 text-dense text-muted">
        {series.map(({ key, name, colour }) => (
          <span key={key} className="flex items-center gap-2">
            <span aria-hidden className="size-2.5 rounded-sm" style={{ background: colour }} />
            {name}
          </span>
        ))}
      </figcaption>
      <div className="h-56" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={months as Month[]}
            margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
            barGap={2}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--border)" />
            <XAxis
              dataKey="month"
              tickFormatter={(month: string) => formatMonth(month, lang)}
              tickLine={false}
              axisLine={false}
              tick={{ fill: 'var(--muted)', fontSize: 12 }}
            />
            <YAxis
              width={52}
              domain={[0, top]}
              allowDataOverflow
              tickFormatter={(value: number) => formatShort(value, lang)}
              tickLine={false}
              axisLine={false}
              tick={{ fill: 'var(--muted)', fontSize: 12 }}
            />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              isAnimationActive={false}
              content={({ active, payload, label }) =>
                active && (
                  <div className="rounded-lg border bg-paper px-3.5 py-2.5 shadow-float">
                    <p className="mb-1 font-medium">{formatMonth(String(label), lang, true)}</p>
                    {payload?.map(({ name, value }) => (
                      <p key={String(name)} className="figure flex justify-between gap-6 text-muted">
                        <span>{name}</span>
                        <span className="text-ink">{formatMoney(Number(value), 'ISK', lang)}</span>
                      </p>
                    ))}
                  </div>
                )
              }
            />
            {series.map(({ key, name, colour }) => (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                fill={colour}
                radius={[3, 3, 0, 0]}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      {cut.map(({ month, issued, paid }) => (
        <p key={month} className="mt-1 text-dense text-muted">
          {t('overview.cut', {
            month: formatMonth(month, lang, true),
            amount: formatMoney(Math.max(issued, paid), 'ISK', lang),
          })}
        </p>
      ))}
      <Comparison months={months} />
      <MonthsTable months={months} />
    </figure>
  );
}

/** This month beside the one before, up to now. */
function Comparison({ months }: { months: readonly Month[] }) {
  const { t, lang } = useTranslation();
  const [before, now] = months.slice(-2);
  if (!before || !now) return null;
  return (
    <p className="mt-2 border-t pt-2 text-dense text-muted">
      {t('overview.compared', {
        month: formatMonth(now.month, lang, true),
        now: formatMoney(now.issued, 'ISK', lang),
        earlier: formatMonth(before.month, lang, true),
        before: formatMoney(before.issued, 'ISK', lang),
      })}
    </p>
  );
}

/** The same amounts for screen readers. */
function MonthsTable({ months }: { months: readonly Month[] }) {
  const { t, lang } = useTranslation();
  return (
    <table className="sr-only">
      <caption>{t('overview.months')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('report.month')}</th>
          {SERIES.map(({ key }) => (
            <th key={key} scope="col">
              {t(`overview.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, issued, paid }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month, lang, true)}</th>
            <td>{formatMoney(issued, 'ISK', lang)}</td>
            <td>{formatMoney(paid, 'ISK', lang)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
