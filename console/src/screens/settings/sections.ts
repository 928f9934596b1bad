import {
  Banknote,
  BookUser,
  Building2,
  DatabaseBackup,
  FileText,
  type LucideIcon,
  Mail,
  Send,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import type { TextKey } from '../../i18n/lang.ts';

type Load = () => Promise<Record<string, unknown>>;

/** The path below /settings; the section without one is shown at /settings itself. */
type SectionPath =
  | ''
  | 'company'
  | 'bank'
  | 'documents'
  | 'delivery'
  | 'mail'
  | 'people'
  | 'bookkeepers'
  | 'data';

function section(at: SectionPath, textKey: TextKey, icon: LucideIcon, load: Load, name: string) {
  return { at, textKey, icon, load, name, ofCompany: false };
}

type Section = ReturnType<typeof section>;
/** A section about the company; only owners may change it. */
const ofCompany = (...given: Parameters<typeof section>): Section => ({
  ...section(...given),
  ofCompany: true,
});

/** The sections in the order of the menu; each is a chunk of its own. */
export const SECTIONS: readonly Section[] = [
  section('', 'settings.general', SlidersHorizontal, () => import('./general.tsx'), 'General'),
  ofCompany('company', 'settings.company', Building2, () => import('./company.tsx'), 'Company'),
  ofCompany('bank', 'settings.bank-section', Banknote, () => import('./bank.tsx'), 'Bank'),
  ofCompany('documents', 'settings.documents', FileText, () => import('./documents.tsx'), 'Documents'),
  ofCompany('delivery', 'settings.delivery', Send, () => import('./delivery.tsx'), 'Delivery'),
  ofCompany('mail', 'settings.mail', Mail, () => import('./mail.tsx'), 'Mail'),
  section('people', 'people.title', Users, () => import('./people.tsx'), 'People'),
  section('bookkeepers', 'bookkeepers.title', BookUser, () => import('./bookkeepers.tsx'), 'Bookkeepers'),
  ofCompany('data', 'settings.data', DatabaseBackup, () => import('./data.tsx'), 'Data'),
];
