import { FileCode2 } from 'lucide-react';
import { unitName } from '../../../../src/domain/values/units.ts';
import { call } from '../../api/call.ts';
import type { Invoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney, formatNumber, formatPrice } from '../../lib/format.ts';
import { Button } from '../../ui/elements/button.tsx';
import { useDownload } from '../../ui/records/use-download.ts';

/** Saves the e-invoice of an invoice as a file. */
export function InvoiceXml({ guid }: { guid: string }) {
  const { t } = useTranslation();
  const { busy, run } = useDownload('application/xml', () => call('get-invoice-xml', { guid }));
  return (
    <Button icon={<FileCode2 size={16} aria-hidden />} busy={busy} onClick={run}>
      {t('invoice.xml')}
    </Button>
  );
}

/** The lines and totals of an invoice. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { t, lang, tIfKnown } = useTranslation();
  const { printed, currency } = invoice;
  const money = (amount: number) => formatMoney(amount, currency, lang);
  const figure = (amount: number) => formatMoney(amount, currency, lang, printed.decimals);
  const price = (amount: number) => formatPrice(amount, currency, lang);
  const quantity = ({ qty, uom }: Invoice['items'][number]) =>
    `${formatNumber(qty, lang)} ${unitName(uom, lang, qty)}`;
  return (
    <table className="w-full" aria-label={t('lines')}>
      <thead>
        <tr className="border-b text-left text-xs text-muted">
          <th scope="col" className="py-2 font-medium">
            {t('field.description')}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            <span className="max-sm:sr-only">{t('field.qty')}</span>
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            <span className="max-sm:sr-only">{t('field.unit_price')}</span>
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            {t('editor.net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map((line, index) => (
          <tr key={line.line_guid} className="border-b align-top">
            <td className="py-2 pr-3">
              {line.description}
              <span className="figure block text-xs text-muted sm:hidden">
                {quantity(line)} × {price(line.unit_price)}
              </span>
              <span className="block text-xs text-muted">
                {t('invoice.line-vat', { rate: tIfKnown(`vat.${line.tax}`) ?? line.tax })}
                {line.discount > 0 &&
                  ` · ${t('field.discount')} ${line.discount_type ? `${formatNumber(line.discount, lang)}%` : price(line.discount)}`}
              </span>
            </td>
            <td className="figure py-2 text-right max-sm:p-0">
              <span className="max-sm:hidden">{quantity(line)}</span>
            </td>
            <td className="figure py-2 pl-3 text-right max-sm:p-0">
              <span className="max-sm:hidden">{price(line.unit_price)}</span>
            </td>
            <td className="figure py-2 pl-3 text-right">{figure(printed.lines[index] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="figure text-right">
        {invoice.is_discount && (
          <tr>
            <th scope="row" colSpan={3} className="pt-3 font-normal text-muted">
              {t('total.discount')}
              {invoice.discount_type && ` ${formatNumber(invoice.discount_value, lang)}%`}
            </th>
            <td className="pt-3">{figure(-printed.discount)}</td>
          </tr>
        )}
        <tr>
          <th scope="row" colSpan={3} className="pt-3 font-normal text-muted">
            {t('total.net')}
          </th>
          <td className="pt-3">{figure(printed.net)}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={3} className="pt-1 font-normal text-muted">
            {t('total.vat')}
          </th>
          <td className="pt-1">{figure(printed.vat)}</td>
        </tr>
        {printed.rounding !== 0 && (
          <tr>
            <th scope="row" colSpan={3} className="pt-1 font-normal text-muted">
              {t('total.rounding')}
            </th>
            <td className="pt-1">{figure(printed.rounding)}</td>
          </tr>
        )}
        <tr className="font-semibold">
          <th scope="row" colSpan={3} className="pt-1">
            {t('total.amount')}
          </th>
          <td className="pt-1">{money(printed.amount)}</td>
        </tr>
        {invoice.type === 'invoice' && <SettledRows invoice={invoice} />}
      </tfoot>
    </table>
  );
}

/** What was credited, paid and written off of the amount, and what is left of it. */
function SettledRows({ invoice }: { invoice: Invoice }) {
  const { t, lang } = useTranslation();
  const { credited, paid, written_off, rounding, left } = invoice.printed.settled;
  const money = (amount: number) => formatMoney(amount, invoice.currency, lang);
  const rows = (
    [
      ['total.credited', -credited],
      ['total.paid', -paid],
      ['total.written-off', -written_off],
      ['total.rounding', rounding],
    ] as const
  ).filter(([, amount]) => amount !== 0);
  if (rows.length === 0) return null;
  return (
    <>
      {rows.map(([label, amount]) => (
        <tr key={label}>
          <th scope="row" colSpan={3} className="pt-1 font-normal text-muted">
            {t(label)}
          </th>
          <td className="pt-1">{money(amount)}</td>
        </tr>
      ))}
      <tr className="font-semibold">
        <th scope="row" colSpan={3} className="pt-1">
          {t('total.left')}
        </th>
        <td className="pt-1">{money(left)}</td>
      </tr>
    </>
  );
}
