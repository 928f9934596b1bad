import { z } from 'zod';
import { describeEffect, effectDigest } from '../../kernel/effects/describe-effect.ts';
import { type EffectDescription, effectDescription } from '../../kernel/effects/effect-schema.ts';
import { previewWrite } from '../../kernel/execute.ts';
import { Failure } from '../../kernel/failures/failure.ts';
import { guid, integer, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { defineAction } from '../../kernel/operations/operation.ts';
import { programCaller } from './approve-proposal.ts';
import { proposal, proposalFilter, toProposal } from './schema.ts';
import { countProposals, findExecutable, listProposals, type ProposalRow } from './store.ts';
import { decodeInput } from './stored-input.ts';

const MAX_ROWS = 50;

const foundProposal = proposal.extend({
  person: out.text('Who decided; empty where nobody did'),
  preview: effectDescription.describe('What the write does now'),
  seen: out.text('The digest of the preview; an approval sends it back'),
  changed: out.flag('Whether it would do something else than when it was proposed'),
  proposed: effectDescription
    .nullable()
    .describe('What it would have done when it was proposed, where that has changed'),
  frozen: out.flag('Whether the program is frozen'),
  has_pdf: out.flag('Whether its document can be printed as it would be', true),
  connected: out.flag('Whether the program is still connected; without, it can only be declined', true),
});

export const findProposals = defineAction({
  name: 'find-proposals',
  summary: 'Lists the proposals of programs, with the effect that each would have now.',
  input: object({
    ...proposalFilter,
    guid: guid.optional().describe('Only this one'),
    limit: integer(1, MAX_ROWS).optional().describe('How many at most; 20 when left out'),
  }),
  output: z.object({
    rows: z.array(foundProposal).describe('The proposals'),
    count: out.integer('How many there are in all', 1),
  }),
  async run(kernel: Kernel, caller, { limit = 20, page = 1, ...filter }) {
    const { account } = caller;
    const rows = await listProposals(kernel.db, account.id, filter, {
      take: limit,
      skip: (page - 1) * limit,
    });
    const found = [];
    for (const row of rows) found.push(await toFound(kernel, caller, row));
    return { rows: found, count: await countProposals(kernel.db, account.id, filter) };
  },
});

async function toFound(kernel: Kernel, caller: Caller, row: ProposalRow) {
  const current = row.state === 'waiting' ? await readCurrent(kernel, caller, row) : PAST;
  const now = current.preview ?? row.preview;
  const seen = effectDigest(now);
  const changed = seen !== effectDigest(row.preview);
  return {
    ...toProposal(kernel, row),
    refusal: current.refusal ?? row.refusal,
    person: row.person,
    preview: now,
    seen,
    changed,
    proposed: changed ? row.preview : null,
    frozen: current.frozen,
    has_pdf: current.hasDocument,
    connected: current.connected,
  };
}

interface Current {
  preview: EffectDescription | null;
  refusal: { code: string; message: string } | null;
  hasDocument: boolean;
  frozen: boolean;
  connected: boolean;
}

const PAST: Current = { preview: null, refusal: null, hasDocument: false, frozen: false, connected: true };

/** What the write would do now. A file is not worked through again for a list: what it does is known from its fields. */
async function readCurrent(
  kernel: Kernel,
  caller: Caller,
  { guid, operation_key }: ProposalRow,
): Promise<Current> {
  const found = await findExecutable(kernel.db, caller.account.id, guid);
  const frozen = found?.is_frozen ?? false;
  const connected = found?.scopes !== null;
  const state = { ...PAST, frozen, connected };
  const entry = kernel.programOperations.get(operation_key);
  if (!found || !connected || found.files.length > 0 || !entry) return state;
  try {
    const program = programCaller(found, caller);
    const effect = await previewWrite(kernel, entry.operation, program, decodeInput(found));
    return { ...state, preview: describeEffect(effect), hasDocument: effect.print !== undefined };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...state, refusal: { code: error.code, message: error.message } };
  }
}
