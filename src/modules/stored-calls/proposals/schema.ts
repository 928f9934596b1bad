import { z } from 'zod';
import { LIMIT_NAMES } from '../../../domain/access/program-limits.ts';
import { PROPOSAL_STATES } from '../../../domain/access/stored-call-states.ts';
import { summarizeEffect } from '../../../kernel/effects/describe-effect.ts';
import { effectDescription, effectSummary } from '../../../kernel/effects/effect-schema.ts';
import { choice, guid, integer, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { Policy, ReadContext } from '../../../kernel/operations/context.ts';
import type { ProposalRow, WaitingRow } from './proposal-store.ts';

export const proposalFilter = {
  state: choice(PROPOSAL_STATES).optional('Only those in this state; all when left out'),
  limit: integer(1, 200).optional('How many at most; 50 when left out'),
  page: integer(1, 1_000_000).optional('Which page of that many; 1 when left out'),
};

export const byGuid = object({ guid: guid('The proposal') });

/** What a program gets for a write that waits. */
export const waitingProposal = z.object({
  guid: out.guid('Identifies the proposal; null for a dry run').nullable(),
  state: out.code(PROPOSAL_STATES, 'Its state'),
  operation: out.own('The operation that it proposes', 'create-invoice'),
  reasons: z
    .array(out.code(LIMIT_NAMES, 'The name of a limit'))
    .describe('The limits that the write exceeds'),
  url: out.own('Where a person decides', 'https://kvitt.example/console/proposals/0198c0de').nullable(),
  expires_at: out.time('When it expires').nullable(),
});

export const proposal = waitingProposal
  .extend({
    guid: out.guid('Identifies the proposal'),
    url: out.own('Where a person decides', 'https://kvitt.example/console/proposals/0198c0de'),
    expires_at: out.time('When it expires if nobody decides'),
    agent_id: out.own('The program that made it', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
    agent_name: out.outside('Its name', 'Bókhaldstenging'),
    created_at: out.time('When it was made'),
    ended_at: out.time('When it was decided or ended; null: it waits').nullable(),
    reason: out.own('Why it was declined; may be empty', 'The customer has cancelled the order'),
    refusal: z
      .object({
        code: out.own('The code of the refusal', 'item_inactive'),
        message: out.own('What it says'),
      })
      .nullable()
      .describe('Why the last approval failed; null: none did'),
    summary: effectSummary.describe('Kind, receiver and amount of the write'),
    number: out.own('The number of the document, once it is approved and has one', '107'),
    effect: effectDescription.describe('Effect when it was proposed'),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The whole answer of the write, once it was executed'),
  })
  .meta({ id: 'Proposal', description: 'A write of a program that waits for a person, or was decided.' });
type ProposalOut = z.infer<typeof proposal>;

export function proposalUrl({ baseUrl }: Pick<Policy, 'baseUrl'>, guid: string): string {
  return `${baseUrl}/console/proposals/${guid}`;
}

export function toWaitingProposal(policy: Pick<Policy, 'baseUrl'>, row: WaitingRow) {
  const { guid, state, operation, reasons, due_at: expires_at } = row;
  return { guid, state, operation, reasons, url: proposalUrl(policy, guid), expires_at };
}

type Encoder = Pick<ReadContext, 'policy' | 'programOperations'>;

export function toProposal({ policy, programOperations }: Encoder, row: ProposalRow): ProposalOut {
  const { client_id, agent_name, created_at, ended_at, reason, problems } = row;
  const [refusal] = problems ?? [];
  return {
    ...toWaitingProposal(policy, row),
    agent_id: client_id,
    agent_name,
    created_at,
    ended_at,
    reason,
    refusal: refusal ? { code: refusal.code, message: refusal.message } : null,
    summary: summarizeEffect(row.effect),
    number: String(row.answer?.number ?? ''),
    effect: row.effect,
    result: row.answer && toProgramAnswer(programOperations, row.operation_key, row.answer),
  };
}

/** The stored row as the program would have got it. */
export function toProgramAnswer(
  operations: ReadContext['programOperations'],
  key: string,
  { action_id, ...answer }: Record<string, unknown>,
): Record<string, unknown> {
  const encoded = operations.get(key)?.toAnswer(answer, Number(action_id)) ?? answer;
  return { ...encoded, action_id: Number(action_id) };
}
