import { Banknote, Building2, FileText, type LucideIcon, Mail, Send, SlidersHorizontal } from 'lucide-react';
import type { Word } from '../../words/lang.ts';

type Load = () => Promise<Record<string, unknown>>;

/** `at` is its address under /settings; the one without is what /settings itself shows. */
function section(at: string, word: Word, icon: LucideIcon, load: Load, name: string) {
  return { at, word, icon, load, name };
}

/** Each section is a file of its own; they are listed in this order. */
export const SECTIONS = [
  section('', 'settings.general', SlidersHorizontal, () => import('./general.tsx'), 'General'),
  section('company', 'settings.company', Building2, () => import('./company.tsx'), 'Company'),
  section('bank', 'settings.bank-section', Banknote, () => import('./bank.tsx'), 'Bank'),
  section('documents', 'settings.documents', FileText, () => import('./documents.tsx'), 'Documents'),
  section('delivery', 'settings.delivery', Send, () => import('./delivery.tsx'), 'Delivery'),
  section('mail', 'settings.mail', Mail, () => import('./mail.tsx'), 'Mail'),
];
