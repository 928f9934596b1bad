import { tryAgent } from '../../modules/agents/try-agent.ts';
import { previewMany, runMany } from '../../modules/delayed-actions/run-many.ts';
import { approveProposal } from '../../modules/proposals/approve-proposal.ts';
import { findProposals } from '../../modules/proposals/find-proposals.ts';
import { previewProposalPdf } from '../../modules/proposals/preview-proposal-pdf.ts';

/** What only people can do, because it runs operations of others in their name. */
export const actions = {
  'find-proposals': findProposals,
  'approve-proposal': approveProposal,
  'preview-proposal-pdf': previewProposalPdf,
  'try-agent': tryAgent,
  'run-many': runMany,
  'preview-many': previewMany,
} as const;
