import type { PlainDate } from '../../domain/values/dates.ts';
import type { Database } from '../../kernel/database/database.ts';
import { emptyRow, type RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { NewGuid } from '../../kernel/node/ids.ts';
import { parsePublicToken, publicToken } from '../../kernel/security/public-token.ts';
import { sandboxConsents } from './tables.ts';

const stored = sandboxConsents.omit('account_id', 'guid');
export type SandboxConsent = RowOf<typeof stored>;

/** What becomes of a consent: the person gives, refuses or withdraws it, or the company that asked for it ends it. */
type Decision = 'valid' | 'rejected' | 'revokedByPsu' | 'terminatedByTpp';

interface ConsentOptions {
  db: Database;
  newGuid: NewGuid;
  today: () => PlainDate;
  /** Address of the page on which a person gives consent. */
  urlOf: (consentId: string) => string;
}

/** The consents at the embedded bank. A person gives, refuses and withdraws them on a page of this service. */
export class EmbeddedConsents {
  readonly #options: ConsentOptions;

  constructor(options: ConsentOptions) {
    this.#options = options;
  }

  async ask(
    account_id: number,
    consent: Omit<SandboxConsent, 'status'>,
  ): Promise<{ consentId: string; url: string }> {
    const { db, newGuid, urlOf } = this.#options;
    const guid = newGuid();
    const record = { account_id, guid, ...consent, status: 'received' as const };
    await db.query(emptyRow, sandboxConsents.insert(record));
    const consentId = publicToken({ accountId: account_id, guid });
    return { consentId, url: urlOf(consentId) };
  }

  /** Null where a company asks for the consent of another one. */
  async findOf(accountId: number, consentId: string): Promise<SandboxConsent | null> {
    return parsePublicToken(consentId)?.accountId === accountId ? this.find(consentId) : null;
  }

  async find(consentId: string): Promise<SandboxConsent | null> {
    const key = parsePublicToken(consentId);
    if (!key) return null;
    return this.#options.db.find(
      stored,
      sql`select ${stored.list()} from sandbox_consents where account_id = ${key.accountId} and guid = ${key.guid}`,
    );
  }

  isExpired({ valid_until }: SandboxConsent): boolean {
    return valid_until < this.#options.today();
  }

  /** As the standard says, a consent that is given ends the former one of the company. */
  async decide(consentId: string, status: Decision): Promise<void> {
    const key = parsePublicToken(consentId);
    if (!key) return;
    const { accountId, guid } = key;
    const expected = status === 'valid' || status === 'rejected' ? 'received' : 'valid';
    await this.#options.db.query(
      emptyRow,
      sql`with decided as (${sandboxConsents.update({ status })}
          where account_id = ${accountId} and guid = ${guid} and status = ${expected} returning status)
        update sandbox_consents set status = 'expired'
        where account_id = ${accountId} and guid <> ${guid} and status = 'valid'
          and exists (select from decided where decided.status = 'valid')`,
    );
  }
}
