import { exceededLimits, limitsOnSchedule } from '../../../domain/access/program-limits.ts';
import { EMPTY } from '../../../kernel/database/sql.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { makesReceiversKnown, type ProgramGate } from '../../../kernel/operations/program-gate.ts';
import { countedDocuments, countUse, learnRecipient, lockUse } from './limits-store.ts';

export const programLimits: Pick<ProgramGate, 'exceededLimits' | 'lockUse' | 'steps'> = {
  async exceededLimits(tx, write) {
    const facts = (await lockUse(tx, write)) ?? fail('access_revoked');
    const { used, amount, largest, isKnownRecipient } = facts;
    const limits = write.isScheduled ? limitsOnSchedule(facts.limits) : facts.limits;
    if (limits.mode === 'read') fail('read_only');
    const documents = countedDocuments(write.effect).length;
    return exceededLimits(limits, { documents, largest, amount, isNewRecipient: !isKnownRecipient }, used);
  },
  async lockUse(tx, write) {
    await lockUse(tx, write);
  },
  steps(caller, write, now) {
    const counted = caller.by === 'program' ? countUse(write) : EMPTY;
    const learned =
      makesReceiversKnown(caller) && write.effect
        ? learnRecipient(write.accountId, write.effect, now)
        : EMPTY;
    return [counted, learned].filter((step) => step !== EMPTY);
  },
};
