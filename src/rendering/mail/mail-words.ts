/** The words that mails share. */
import { isolateText } from '../../domain/strings/bidi.ts';
import { withoutLinks } from '../../domain/strings/plain-text.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { formatKennitala } from '../../domain/values/kennitala.ts';
import { LABELS } from '../labels.ts';
import type { PrintableSeller } from '../printable-invoice.ts';

const GREETINGS: Record<Lang, (name: string) => string> = {
  is: (name) => (name ? `Góðan dag, ${name.replace(/\.$/, '')}.` : 'Góðan dag.'),
  en: (name) => (name ? `Dear ${name},` : 'Hello,'),
};

const REGARDS: Record<Lang, string> = { is: 'Með kveðju,', en: 'Kind regards,' };

/** The first line; the name of the recipient may be empty. */
export function greeting(lang: Lang, name: string): string {
  return GREETINGS[lang](name);
}

/** The last lines of a mail in the name of a company. */
export function regards(lang: Lang, company: string): string {
  return `${REGARDS[lang]}\n${company}`;
}

/** Text of strangers in a mail of the service: it may hold no web address. */
export function ofStranger(text: string): string {
  return isolateText(withoutLinks(text));
}

/** Name, kennitala, address and contact of the sender. */
export function mailFooter(seller: PrintableSeller, lang: Lang): string {
  const { kennitala } = LABELS[lang];
  const addressLine = [seller.address, `${seller.zip} ${seller.city}`.trim()].filter(Boolean).join(', ');
  const contact = [seller.email, seller.phone ?? ''].filter(Boolean).join(' · ');
  return [seller.name, `${kennitala} ${formatKennitala(seller.registration_no)}`, addressLine, contact]
    .filter(Boolean)
    .map(isolateText)
    .join(' · ');
}
