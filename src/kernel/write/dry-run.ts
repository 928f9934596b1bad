import { summarizeEffect, toPredictedEffect } from '../effects/describe-effect.ts';
import { recordRehearsal } from '../operations/audit-log.ts';
import { ApprovalRequired } from '../operations/program-gate.ts';
import { auditedBy } from './audit.ts';
import type { Layer } from './write-call.ts';

/** A dry run is answered like a real call, with its effect; only an audit row of it is kept. */
export const answerDryRun: Layer = (next) => async (call) => {
  const { kernel, op, caller } = call;
  if (!caller.isDryRun) return next(call);
  const rehearsed = await next({ ...call, fingerprint: null });
  const { effect, number, events, reasons } = rehearsed;
  const would = toPredictedEffect(effect, number, events);
  if (reasons.length > 0) {
    const unmade = { guid: null, url: null, expires_at: null };
    const proposal = { ...unmade, state: 'waiting', operation: op.name, reasons } as const;
    throw new ApprovalRequired(proposal, null, would);
  }
  const summary = effect && summarizeEffect(effect);
  const at = caller.now ?? kernel.clock();
  const entry = { ...auditedBy(call), action: op.name, target: rehearsed.target, at, effect: summary };
  return { ...rehearsed, actionId: await recordRehearsal(kernel.db, caller, entry), would };
};
