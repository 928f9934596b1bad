import { Link } from '@tanstack/react-router';
import { CheckCircle2, TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { Card } from '../../ui/elements/page.tsx';
import type { Return } from './return.ts';

type MissingRow = Return['missing'][number];

/** What should be done before the return is filed; each row leads to where it is done. */
export function Missing({ of: { missing } }: { of: Return }) {
  const { t, tn } = useTranslation();
  if (missing.length === 0) {
    return (
      <p className="flex items-center gap-2 rounded-xl border bg-paper px-5 py-3.5 text-muted shadow-card">
        <CheckCircle2 size={17} aria-hidden className="text-accent" />
        {t('vat.nothing-missing')}
      </p>
    );
  }
  return (
    <Card title={tn('vat.missing', missing.length)} flush>
      <ul className="divide-y">
        {missing.map((row) => (
          <MissingItem key={`${row.kind}-${row.guid}`} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function MissingItem({ row }: { row: MissingRow }) {
  const { t, lang } = useTranslation();
  return (
    <li className="flex gap-2.5 px-5 py-2.5">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warning" />
      <span className="min-w-0 wrap-anywhere">
        <Link {...linkOf(row)} className="font-medium text-accent underline-offset-2 hover:underline">
          {t(`vat.missing-${row.kind as 'draft'}`)}
        </Link>
        <span className="block text-dense text-muted">
          {[row.name || t('vat.nameless'), formatDate(row.date, lang)].join(' · ')}
        </span>
      </span>
    </li>
  );
}

function linkOf({ kind, guid, date }: MissingRow) {
  if (kind === 'draft') return { to: '/invoices', search: { open: guid } };
  if (kind === 'bank_line') return { to: '/bank', search: { from: date, to: date } };
  return { to: '/costs', search: { open: guid } };
}
