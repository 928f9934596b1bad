import { z } from 'zod';
import { describeEffect, effectDigest } from '../../../kernel/effects/describe-effect.ts';
import { type EffectDescription, effectDescription } from '../../../kernel/effects/effect-schema.ts';
import { Failure, fail } from '../../../kernel/failures/failure.ts';
import { guid, integer, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineAction } from '../../../kernel/operations/operation.ts';
import { countProposals, findExecutable, listProposals, type ProposalRow } from './proposal-store.ts';
import { findWaiting, rehearseProposal } from './rehearse-proposal.ts';
import { byGuid, proposal, proposalFilter, toProposal } from './schema.ts';

const MAX_ROWS = 50;

const foundProposal = proposal.extend({
  person: out.own('Who decided; empty where nobody did'),
  preview: effectDescription.describe('Effect of the write as of now'),
  seen: out.own('The digest of the preview; an approval sends it back'),
  changed: out.flag('Whether the effect has changed since it was proposed'),
  proposed: effectDescription.nullable().describe('Effect when it was proposed, where that has changed'),
  frozen: out.flag('Whether the program is frozen'),
  has_pdf: out.flag('Whether a PDF of its document can be previewed', true),
  connected: out.flag('Whether the program is still connected; without, it can only be declined', true),
});

export const findProposals = defineAction({
  name: 'find-proposals',
  summary: 'Lists the proposals of programs, with the effect that each would have now.',
  input: object({
    ...proposalFilter,
    guid: guid.optional('Only this one'),
    limit: integer(1, MAX_ROWS).optional('How many at most; 20 when left out'),
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
  const current = row.state === 'waiting' ? await readCurrent(kernel, caller, row.guid) : PAST;
  const { preview = row.effect, ...shown } = current;
  const seen = effectDigest(preview);
  const changed = seen !== effectDigest(row.effect);
  const proposed = changed ? row.effect : null;
  return { ...toProposal(kernel, row), person: row.person, ...shown, preview, seen, changed, proposed };
}

/** What is read again of a proposal that waits. `preview` is left out where it is as it was proposed. */
interface Current extends Pick<z.infer<typeof foundProposal>, 'frozen' | 'has_pdf' | 'connected'> {
  preview?: EffectDescription;
  refusal?: { code: string; message: string };
}

const PAST: Current = { has_pdf: false, frozen: false, connected: true };

/** What the write would do now. A file is not worked through again for a list: what it does is known from its fields. */
async function readCurrent(kernel: Kernel, caller: Caller, guid: string): Promise<Current> {
  const found = await findExecutable(kernel.db, caller.account.id, guid);
  if (!found) return PAST;
  const state = { has_pdf: false, frozen: found.is_frozen, connected: found.scopes !== null };
  if (!state.connected || found.files.length > 0) return state;
  try {
    const { effect } = await rehearseProposal(kernel, found, caller);
    return { ...state, preview: describeEffect(effect), has_pdf: effect.print !== undefined };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...state, refusal: { code: error.code, message: error.message } };
  }
}

export const previewProposalPdf = defineAction({
  name: 'preview-proposal-pdf',
  summary: 'Renders the PDF of the document that a proposal would create or send.',
  input: byGuid,
  output: z.object({
    file_name: out.own('What to call the file', 'drog.pdf'),
    file: out.base64('The PDF, base64'),
  }),
  refusals: ['proposal_not_found', 'proposal_closed', 'proposal_orphaned'],
  async run(kernel: Kernel, caller, { guid }) {
    const found = await findWaiting(kernel, caller, guid);
    const { effect } = await rehearseProposal(kernel, found, caller);
    const { fileName, pdf } = (await effect.print?.(kernel.db)) ?? fail('proposal_not_found');
    return { file_name: fileName, file: pdf.toString('base64') };
  },
});
