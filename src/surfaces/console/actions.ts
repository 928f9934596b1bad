import { tryAgent } from '../../modules/agents/try-agent.ts';
import { previewWrite } from '../../modules/stored-calls/delayed/preview-write.ts';
import { previewMany, runMany } from '../../modules/stored-calls/delayed/run-many.ts';
import { approveProposal } from '../../modules/stored-calls/proposals/approve-proposal.ts';
import { findProposals, previewProposalPdf } from '../../modules/stored-calls/proposals/find-proposals.ts';

/** What only people can do, because it runs operations of others in their name. */
export const actions = {
  'find-proposals': findProposals,
  'approve-proposal': approveProposal,
  'preview-proposal-pdf': previewProposalPdf,
  'try-agent': tryAgent,
  'run-many': runMany,
  'preview-many': previewMany,
  'preview-write': previewWrite,
} as const;
