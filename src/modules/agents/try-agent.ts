import { z } from 'zod';
import { scopesOf } from '../../kernel/access/scopes.ts';
import { runRead, runWrite } from '../../kernel/execute.ts';
import { Failure, fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { object, recordOf, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { recordRehearsal } from '../../kernel/operations/audit-log.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { defineAction } from '../../kernel/operations/operation.ts';
import { ApprovalRequired } from '../../kernel/operations/program-gate.ts';
import { findGrant, type GrantRow } from './grants/grant-store.ts';

/** A person sees what a program would see: its scopes and limits apply, and writes are rehearsed alone. */
export const tryAgent = defineAction({
  name: 'try-agent',
  summary: 'Runs a call as a connected program: a read, or the dry run of a write.',
  input: object({
    agent_id: text(100)('The program'),
    operation: text(100)('The call, by the name of its operation'),
    fields: recordOf(z.unknown()).optional().describe('The input of the call: its query or body'),
  }),
  output: z.object({
    method: out.own('The HTTP method of the call', 'POST'),
    path: out.own('The path of the call', '/api/v1/agent/invoices'),
    status: out.integer('The HTTP status of the answer', 200),
    answer: z.unknown().describe('The answer of the program'),
  }),
  refusals: ['agent_not_found', 'owner_required', 'field_invalid'],
  async run(kernel: Kernel, caller, { agent_id, operation, fields = {} }) {
    if (caller.person?.role !== 'owner') fail('owner_required');
    const grant = (await findGrant(kernel.db, caller.account.id, agent_id)) ?? fail('agent_not_found');
    const call = callOf(kernel, operation);
    const { method, path } = call;
    try {
      if (grant.frozen) fail('agent_frozen');
      const answer = await call.run(programCaller(caller, agent_id, grant), call.toInput(fields));
      return { method, path, status: 200, answer };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { method, path, ...refusalOf(error) };
    }
  },
});

function programCaller(
  { account, person, ip, requestId }: Caller,
  agentId: string,
  { scopes, limits }: GrantRow,
): Caller {
  const plan = scopesOf(account);
  return {
    by: 'program',
    account,
    via: 'agent',
    agentId,
    scopes: scopes.filter((scope) => plan.includes(scope)),
    limits,
    isDryRun: true,
    ...(person && { person }),
    ip,
    requestId,
  };
}

interface Trial {
  method: string;
  path: string;
  toInput(fields: Record<string, unknown>): unknown;
  run(program: Caller, input: unknown): Promise<object>;
}

function callOf(kernel: Kernel, name: string): Trial {
  const read = kernel.programReads.get(name);
  if (read) {
    const run = async (program: Caller, input: unknown) => {
      const output = await runRead(kernel, read.operation, program, input);
      const entry = { action: name, target: null, effect: null, at: kernel.clock() };
      return read.toAnswer(output, await recordRehearsal(kernel.db, program, entry));
    };
    return { ...read.call, run };
  }
  const write = kernel.programOperations.get(name);
  if (!write?.call)
    return fail('field_invalid', 'operation', violation('one_of', operationNames(kernel).join(', ')));
  const run = async (program: Caller, input: unknown) => {
    const { output, actionId, would } = await runWrite(kernel, write.operation, program, input);
    return { ...write.toAnswer(output as object, actionId), dry_run: true, would };
  };
  return { ...write.call, run };
}

function operationNames({ programReads, programOperations }: Kernel): string[] {
  const writes = [...programOperations].filter(([, { call }]) => call).map(([name]) => name);
  return [...programReads.keys(), ...writes];
}

const FORBIDDEN = new Set(['scope_required', 'agent_frozen', 'read_only']);

function refusalOf(error: Failure): { status: number; answer: object } {
  const { code, message } = error;
  const body = { status: false, success: false, message, result: null, error_code: code };
  if (error instanceof ApprovalRequired) {
    const { proposal, would } = error;
    return { status: 202, answer: { ...body, code, dry_run: true, would, proposal } };
  }
  if (!FORBIDDEN.has(code)) return { status: 200, answer: body };
  return { status: 403, answer: { error: true, message, code: 403, error_code: code } };
}
