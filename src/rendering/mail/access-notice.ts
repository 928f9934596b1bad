import type { AccessChange } from '../../domain/access/access-changes.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { composeOwnMail, type RenderedMail } from './compose-mail.ts';
import { button, paragraph } from './mail-parts.ts';
import { greeting, ofStranger } from './mail-words.ts';

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

const TEXTS = inLanguages({
  password: ['Lykilorði þínu í Kvitt var breytt', 'Your password in Kvitt was changed'],
  email: ['Netfangi þínu í Kvitt var breytt', 'Your e-mail address in Kvitt was changed'],
  factor_on: ['Tveggja þrepa innskráning var virkjuð í Kvitt', 'Two-step sign-in was turned on in Kvitt'],
  factor_off: ['Slökkt var á tveggja þrepa innskráningu í Kvitt', 'Two-step sign-in was turned off in Kvitt'],
  factor_reset: [
    'Tveggja þrepa innskráning þín í Kvitt var fjarlægð',
    'Your two-step sign-in in Kvitt was removed',
  ],
  recovery_code: [
    'Varakóði var notaður við innskráningu í Kvitt',
    'A recovery code was used to sign in to Kvitt',
  ],
  whose: [
    (username: string, company: string) => `Notandi: ${username}, fyrirtæki: ${company}`,
    (username: string, company: string) => `User: ${username}, company: ${company}`,
  ],
  notYou: [
    'Ef þetta varst ekki þú skaltu strax velja nýtt lykilorð og láta eiganda fyrirtækisins vita.',
    'If this was not you, choose a new password at once and tell the owner of the company.',
  ],
  notAsked: [
    'Ef þú baðst ekki um þetta skaltu láta eiganda fyrirtækisins vita.',
    'If you did not ask for this, tell the owner of the company.',
  ],
  link: ['Velja nýtt lykilorð', 'Choose a new password'],
});

/** Tells a person that the own access has changed, so that somebody else who did it is noticed. */
export function renderAccessNotice({ about, lang, page, ...names }: AccessNoticeInput): RenderedMail {
  const strangers = [names.company, names.name, names.username].map(ofStranger);
  const [company, name, username] = strangers as [string, string, string];
  const texts = TEXTS[lang];
  const subject = texts[about];
  return composeOwnMail(lang, subject, [
    paragraph(greeting(lang, name)),
    paragraph(`${subject}.`),
    paragraph(`${texts.whose(username, company)}.`),
    // Another person takes the second factor away, when it is lost.
    paragraph(about === 'factor_reset' ? texts.notAsked : texts.notYou),
    button(page, texts.link),
  ]);
}
