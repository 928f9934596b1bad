import {
  Banknote,
  BookUser,
  Building2,
  FileText,
  type LucideIcon,
  Mail,
  Send,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import type { Word } from '../../words/lang.ts';

type Load = () => Promise<Record<string, unknown>>;

/**
 * `at` is its address under /settings; the one without is what /settings itself shows. What says of the company, only
 * an owner changes.
 */
function section(at: string, word: Word, icon: LucideIcon, load: Load, name: string) {
  return { at, word, icon, load, name, ofCompany: false };
}

type Section = ReturnType<typeof section>;
const ofCompany = (...given: Parameters<typeof section>): Section => ({
  ...section(...given),
  ofCompany: true,
});

/** Each section is a file of its own; they are listed in this order. */
export const SECTIONS: readonly Section[] = [
  section('', 'settings.general', SlidersHorizontal, () => import('./general.tsx'), 'General'),
  ofCompany('company', 'settings.company', Building2, () => import('./company.tsx'), 'Company'),
  ofCompany('bank', 'settings.bank-section', Banknote, () => import('./bank.tsx'), 'Bank'),
  ofCompany('documents', 'settings.documents', FileText, () => import('./documents.tsx'), 'Documents'),
  ofCompany('delivery', 'settings.delivery', Send, () => import('./delivery.tsx'), 'Delivery'),
  ofCompany('mail', 'settings.mail', Mail, () => import('./mail.tsx'), 'Mail'),
  section('people', 'people.title', Users, () => import('./people.tsx'), 'People'),
  section('bookkeepers', 'bookkeepers.title', BookUser, () => import('./bookkeepers.tsx'), 'Bookkeepers'),
];
