import { PROPOSAL_STATES } from '../../../domain/access/stored-call-states.ts';
import { getProposals } from '../../../modules/stored-calls/proposals/read.ts';
import { rowSchema } from '../input/json-schema.ts';
import { sent } from '../input/tool-input.ts';
import { listTool, type RowSource, rowOf } from './list-tool.ts';
import type { Tool } from './tool.ts';

const source: RowSource = {
  operations: [getProposals],
  async fetch(call, filters, page) {
    const found = await call.read(getProposals, { ...filters, ...page });
    return { ...found, schema: rowOf(getProposals.output) };
  },
};

export const proposalList: Tool = listTool('proposal_list', {
  title: 'List proposals',
  description:
    'Lists the writes of this program that a person must approve, newest first, with their state: `summary` says what each is, for whom and how much, `effect` (detail full) all that it does; an approved one has the answer of the write as `result` and the `number` of its document. Only people approve, at `url`; operation_call with withdraw-proposal withdraws one.',
  source,
  input: { state: sent({ type: 'string', enum: [...PROPOSAL_STATES] }) },
  short: [
    ...['guid', 'state', 'operation', 'summary', 'number', 'reasons', 'url', 'created_at', 'expires_at'],
    ...['reason', 'result'],
  ],
  row: rowSchema(getProposals.output, ['guid', 'state', 'operation', 'url']),
});
