import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { composeMail, type RenderedMail } from './compose-mail.ts';
import { button, paragraph, signature } from './mail-parts.ts';
import { regards } from './mail-words.ts';

interface ReleaseMailInput {
  title: string;
  qty: number;
  lang: Lang;
  seller: { name: string };
  /** Whether the credit note is attached. */
  hasNote: boolean;
  /** `cancelled`: by the seller, before the last day for paying had passed. */
  why: 'lapsed' | 'cancelled' | 'gift';
  /** Address of the selling page. */
  link: string;
}

const TEXTS = inLanguages({
  subject: [(title: string) => `Pöntun féll niður: ${title}`, (title: string) => `Order cancelled: ${title}`],
  giftSubject: [
    (title: string) => `Styrkur féll niður: ${title}`,
    (title: string) => `Donation ended: ${title}`,
  ],
  says: [
    (what: string) => `Pöntun þín (${what}) var ekki greidd og hefur verið felld niður. Ekkert er að greiða.`,
    (what: string) => `Your order (${what}) was not paid and has been cancelled. There is nothing to pay.`,
  ],
  cancelled: [
    (what: string) => `Seljandi hefur fellt niður pöntun þína (${what}). Ekkert er að greiða.`,
    (what: string) => `The seller has cancelled your order (${what}). There is nothing to pay.`,
  ],
  gift: [
    (what: string) => `Styrkurinn (${what}) var ekki greiddur og féll niður. Ekkert er að greiða.`,
    (what: string) => `The donation (${what}) was not paid and has ended. There is nothing to pay.`,
  ],
  note: ['Kreditreikningur fylgir í viðhengi.', 'The credit note is attached.'],
  again: [
    'Þú getur pantað aftur á sölusíðunni á meðan til er.',
    'You can order again on the selling page while there are any left.',
  ],
  open: ['Opna sölusíðuna', 'Open the selling page'],
});

/** Tells a buyer that an unpaid order was cancelled. */
export function renderReleaseMail({
  title,
  qty,
  lang,
  seller,
  hasNote,
  why,
  link,
}: ReleaseMailInput): RenderedMail {
  const texts = TEXTS[lang];
  const [name, company] = [title, seller.name].map(isolateText) as [string, string];
  const reason = why === 'lapsed' ? texts.says : texts[why];
  const says = [reason(qty > 1 ? `${qty} × ${name}` : name), hasNote ? texts.note : '']
    .filter(Boolean)
    .join(' ');
  const subject = (why === 'gift' ? texts.giftSubject : texts.subject)(name);
  return composeMail(lang, subject, [
    paragraph(says),
    // A donor is not asked again.
    why !== 'gift' && paragraph(texts.again),
    button(link, texts.open),
    signature(regards(lang, company)),
  ]);
}
