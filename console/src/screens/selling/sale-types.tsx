import { CalendarHeart, HeartHandshake, Repeat, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { SALE_TYPES, type SaleType } from '../../../../src/domain/sales/selling.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { StateBadge } from '../../ui/elements/badge.tsx';

/** The API sends the type of a sale as a number: its place in the list of types, counted from 1. */
export function saleTypeOf(code: number): SaleType {
  return SALE_TYPES[code - 1] ?? 'STAND';
}

export const SALE_ICONS: Readonly<Record<SaleType, ReactNode>> = {
  STAND: <Store size={18} aria-hidden />,
  SUB: <Repeat size={18} aria-hidden />,
  DONA: <HeartHandshake size={18} aria-hidden />,
  EVENT: <CalendarHeart size={18} aria-hidden />,
};

export function SaleState({ open }: { open: boolean }) {
  const { t } = useTranslation();
  return <StateBadge state={open ? 'active' : 'stopped'}>{t(open ? 'sale.open' : 'sale.closed')}</StateBadge>;
}
