import { NO_NUMBER, numberOrder } from '../../../kernel/database/number-order.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import type { MailReason } from '../../../rendering/mail/invoice-mail-texts.ts';
import { logoBytes, logoFacts, logoFactsRow } from '../../accounts/logo-store.ts';
import { accounts } from '../../accounts/tables.ts';
import { printableInvoiceRow, printableInvoiceSql } from '../../invoices/renditions/rendition-store.ts';
import { mailTexts } from '../tables.ts';

const mailText = mailTexts.pick('subject', 'greeting', 'body');
export type MailText = RowOf<typeof mailText>;

const mailTextRow = mailTexts.pick('lang', 'about', 'subject', 'greeting', 'body');
export type MailTextRow = RowOf<typeof mailTextRow>;

export function listMailTexts(db: Queryable, accountId: number): Promise<MailTextRow[]> {
  return db.query(
    mailTextRow,
    sql`select ${mailTextRow.list()} from mail_texts where account_id = ${accountId}`,
  );
}

const mailBranding = row({
  texts: col.json(mailText).nullable(),
  logo: col.json(logoFactsRow).nullable(),
  logo_bytes: col.bytea().nullable(),
});
/** A company's own texts for a mail, and its logo. */
export type MailBranding = RowOf<typeof mailBranding>;

export async function readMailBranding(
  db: Queryable,
  accountId: number,
  lang: string,
  about: MailReason,
): Promise<MailBranding> {
  const [found] = await db.query(
    mailBranding,
    sql`select ${logoFacts(accountId)} as logo, ${logoBytes(accountId)} as logo_bytes,
      (select ${mailText.jsonObject()} from mail_texts
        where account_id = ${accountId} and lang = ${lang} and about = ${about}) as texts`,
  );
  if (!found) throw new Error('A select without a table has one row');
  return found;
}

/** Texts that are all empty mean the default, so their row is deleted. */
export function upsertMailTextStatement(accountId: number, texts: MailTextRow, now: Date) {
  const { lang, about, subject, greeting, body } = texts;
  const change =
    subject === '' && greeting === '' && body === ''
      ? sql`delete from mail_texts where account_id = ${accountId} and lang = ${lang} and about = ${about}`
      : sql`${mailTexts.insert({ account_id: accountId, ...texts, updated_at: now })}
          on conflict (account_id, lang, about) do update set subject = excluded.subject,
            greeting = excluded.greeting, body = excluded.body, updated_at = excluded.updated_at`;
  return {
    row: accounts.pick('guid'),
    ctes: sql`changed as (${change})`,
    result: sql`select guid from accounts where account_id = ${accountId}`,
  };
}

const sampleRow = row({
  /** The newest invoice, as the sample of a preview; null where there is none. */
  record: col.json(printableInvoiceRow).nullable(),
  logo: col.json(logoFactsRow).nullable(),
});
export type SampleRow = RowOf<typeof sampleRow>;

const number = numberOrder(sql`i.number`);

export async function readSample(db: Queryable, accountId: number): Promise<SampleRow> {
  const [found] = await db.query(
    sampleRow,
    sql`select ${logoFacts(accountId)} as logo,
      (select ${printableInvoiceSql} from invoices i
        left join invoices o on o.account_id = ${accountId} and o.id = i.refer_id
        where i.account_id = ${accountId} and i.kind = 'invoice' and ${number} < ${NO_NUMBER}
        order by ${number} desc limit 1) as record`,
  );
  if (!found) throw new Error('A select without a table has one row');
  return found;
}
