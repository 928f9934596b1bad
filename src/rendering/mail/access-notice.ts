import type { AccessChange } from '../../domain/access/access-changes.ts';
import { isolateText } from '../../domain/strings/bidi.ts';
import { withoutLinks } from '../../domain/strings/plain-text.ts';
import type { Lang } from '../../domain/values/codes.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, mailHtml, paragraph, signatureHtml } from './mail-html.ts';

interface AccessNoticeInput {
  about: AccessChange;
  lang: Lang;
  company: string;
  /** Name of the recipient; may be empty. */
  name: string;
  username: string;
  /** The page where a new password can be asked for. */
  page: string;
}

const TEXTS = {
  is: {
    greeting: (name: string) => (name ? `Góðan dag, ${name.replace(/\.$/, '')}.` : 'Góðan dag.'),
    password: 'Lykilorði þínu í Kvitt var breytt',
    email: 'Netfangi þínu í Kvitt var breytt',
    factor_on: 'Tveggja þrepa innskráning var virkjuð í Kvitt',
    factor_off: 'Slökkt var á tveggja þrepa innskráningu í Kvitt',
    factor_reset: 'Tveggja þrepa innskráning þín í Kvitt var fjarlægð',
    recovery_code: 'Varakóði var notaður við innskráningu í Kvitt',
    whose: (username: string, company: string) => `Notandi: ${username}, fyrirtæki: ${company}`,
    notYou: 'Ef þetta varst ekki þú skaltu strax velja nýtt lykilorð og láta eiganda fyrirtækisins vita.',
    notAsked: 'Ef þú baðst ekki um þetta skaltu láta eiganda fyrirtækisins vita.',
    link: 'Velja nýtt lykilorð',
  },
  en: {
    greeting: (name: string) => (name ? `Dear ${name},` : 'Hello,'),
    password: 'Your password in Kvitt was changed',
    email: 'Your e-mail address in Kvitt was changed',
    factor_on: 'Two-step sign-in was turned on in Kvitt',
    factor_off: 'Two-step sign-in was turned off in Kvitt',
    factor_reset: 'Your two-step sign-in in Kvitt was removed',
    recovery_code: 'A recovery code was used to sign in to Kvitt',
    whose: (username: string, company: string) => `User: ${username}, company: ${company}`,
    notYou: 'If this was not you, choose a new password at once and tell the owner of the company.',
    notAsked: 'If you did not ask for this, tell the owner of the company.',
    link: 'Choose a new password',
  },
} as const;

/** Tells a person that the own access has changed, so that somebody else who did it is noticed. */
export function renderAccessNotice({ about, lang, page, ...names }: AccessNoticeInput): RenderedMail {
  const strangers = [names.company, names.name, names.username].map(withoutLinks);
  const [company, name, username] = strangers.map(isolateText) as [string, string, string];
  const texts = TEXTS[lang];
  const subject = texts[about];
  // Another person takes the second factor away, when it is lost.
  const advice = about === 'factor_reset' ? texts.notAsked : texts.notYou;
  const says = [texts.greeting(name), `${subject}.`, `${texts.whose(username, company)}.`, advice];
  const text = [...says, `${texts.link}: ${page}`, 'Kvitt'];
  const parts = [...says.map(paragraph), button(page, texts.link), signatureHtml('Kvitt')];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml(lang, subject, parts, '') };
}
