import { Link } from '@tanstack/react-router';
import { CheckCircle2, TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { Card } from '../../ui/elements/page.tsx';
import { hasWarning, type Return, thingsToDo } from './return.ts';

type MissingRow = Return['missing'][number];

/** What should be done before the return is filed; each row leads to where it is done. */
export function Missing({ of }: { of: Return }) {
  const { t, tn } = useTranslation();
  if (thingsToDo(of) === 0) {
    return (
      <p className="flex items-center gap-2 rounded-xl border bg-paper px-5 py-3.5 text-muted shadow-card">
        <CheckCircle2 size={17} aria-hidden className="text-accent" />
        {t('vat.nothing-missing')}
      </p>
    );
  }
  return (
    <Card title={tn('vat.missing', thingsToDo(of))} flush>
      <ul className="divide-y">
        {hasWarning(of, 'vat_kind_unstated') && (
          <Item
            link={{ to: '/vat-kinds', search: { period: of.period } }}
            about={t('vat.missing-kinds-about')}
          >
            {t('vat.missing-kinds')}
          </Item>
        )}
        {of.missing.map((row) => (
          <MissingItem key={`${row.kind}-${row.guid}`} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function MissingItem({ row }: { row: MissingRow }) {
  const { t, lang } = useTranslation();
  return (
    <Item link={linkOf(row)} about={[row.name || t('vat.nameless'), formatDate(row.date, lang)].join(' · ')}>
      {t(`vat.missing-${row.kind as 'draft'}`)}
    </Item>
  );
}

interface ItemProps {
  link: { to: string; search: Record<string, string | undefined> };
  about: string;
  children: string;
}

function Item({ link, about, children }: ItemProps) {
  return (
    <li className="flex gap-2.5 px-5 py-2.5">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warning" />
      <span className="min-w-0 wrap-anywhere">
        <Link {...link} className="font-medium text-accent underline-offset-2 hover:underline">
          {children}
        </Link>
        <span className="block text-dense text-muted">{about}</span>
      </span>
    </li>
  );
}

function linkOf({ kind, guid, date }: MissingRow) {
  if (kind === 'draft') return { to: '/invoices', search: { open: guid } };
  if (kind === 'question' || kind === 'answer') return { to: '/questions', search: { open: guid } };
  if (kind === 'bank_line') return { to: '/bank', search: { from: date, to: date } };
  return { to: '/costs', search: { open: guid } };
}
