import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { composeOwnMail, type RenderedMail } from './compose-mail.ts';
import { button, paragraph } from './mail-parts.ts';
import { greeting, ofStranger } from './mail-words.ts';

/** A mail with a link or a code that grants access. */
interface AccessMailInput {
  about: 'invitation' | 'reset' | 'code';
  lang: Lang;
  company: string;
  /** Name of the recipient; may be empty. */
  name: string;
  /** For a reset or a code the username, for an invitation the inviting person; may be empty. */
  who: string;
  /** The link, or the code. */
  secret: string;
}

/** Many company names already end with a full stop. */
const endWithFullStop = (text: string) => (text.endsWith('.') ? text : `${text}.`);

const TEXTS = inLanguages({
  invitation: {
    subject: [
      (company: string) => `Boð um aðgang í Kvitt: ${company}`,
      (company: string) => `You are invited to ${company} in Kvitt`,
    ],
    says: [
      (company: string, who: string) =>
        endWithFullStop(
          `${who || company} býður þér aðgang að reikningum og bókhaldsgögnum í Kvitt. Fyrirtæki: ${company}`,
        ),
      (company: string, who: string) =>
        `${who || company} invites you to work on the invoices and books of ${company} in Kvitt.`,
    ],
    link: ['Þiggja boðið', 'Accept the invitation'],
    until: [
      'Hlekkurinn virkar einu sinni og í sjö daga. Ef þú átt ekki von á þessu boði skaltu ekki opna hann.',
      'The link works once, within seven days. If you do not expect this invitation, do not open it.',
    ],
  },
  reset: {
    subject: [() => 'Nýtt lykilorð í Kvitt', () => 'A new password in Kvitt'],
    says: [
      (company: string, who: string) =>
        endWithFullStop(`Beðið var um nýtt lykilorð. Notandi: ${who}, fyrirtæki: ${company}`),
      (company: string, who: string) =>
        endWithFullStop(`A new password was asked for, for the user ${who} of ${company}`),
    ],
    link: ['Velja nýtt lykilorð', 'Choose a new password'],
    until: [
      'Hlekkurinn virkar einu sinni og í eina klukkustund. Ef þú baðst ekki um hann þarf ekkert að gera; lykilorðið er óbreytt.',
      'The link works once, within an hour. If you did not ask for it, there is nothing to do: the password stays as it is.',
    ],
  },
  code: {
    subject: [() => 'Innskráningarkóði í Kvitt', () => 'A sign-in code for Kvitt'],
    says: [
      (company: string, who: string) =>
        endWithFullStop(
          `Margir reyna að skrá sig inn sem ${who}. Rétt lykilorð var slegið inn á óþekktu tæki. Fyrirtæki: ${company}`,
        ),
      (company: string, who: string) =>
        endWithFullStop(
          `Many attempts are made to sign in as ${who}. The right password was typed on an unknown device at ${company}`,
        ),
    ],
    link: ['Kóði', 'Code'],
    until: [
      'Kóðinn virkar í stundarfjórðung. Ef þetta varst ekki þú þekkir einhver lykilorðið: veldu nýtt strax.',
      'The code works for a quarter of an hour. If this was not you, somebody knows your password: choose a new one at once.',
    ],
  },
});

/**
 * Anybody may have opened the account and named the recipient, so that names in these mails are text of strangers: they
 * may hold no web address.
 */
export function renderAccessMail({ about, lang, secret, ...names }: AccessMailInput): RenderedMail {
  const strangers = [names.company, names.name, names.who].map(ofStranger);
  const [company, name, who] = strangers as [string, string, string];
  const texts = TEXTS[lang][about];
  return composeOwnMail(lang, texts.subject(company), [
    paragraph(greeting(lang, name)),
    paragraph(texts.says(company, who)),
    about === 'code' ? paragraph(`${texts.link}: ${secret}`) : button(secret, texts.link),
    paragraph(texts.until),
  ]);
}
