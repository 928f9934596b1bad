import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bytesOf } from '../../../sdk/src/bytes.ts';
import type { Kvitt } from '../../../sdk/src/client.ts';
import type { OperationName } from '../../../sdk/src/generated/operations.ts';
import type { RecordList } from '../../../sdk/src/record-list.ts';
import { connect } from './connection.ts';
import { parseCall, type TypedCall } from './input.ts';
import { renderRecord, renderTable } from './output.ts';
import type { CommandOperation } from './reference.ts';

type Row = Record<string, unknown>;

/** Runs an operation with the options that were typed, and prints its answer. */
export async function runOperation(operation: CommandOperation, args: string[]): Promise<void> {
  const call = await parseCall(operation, args);
  const kvitt = connect();
  const { kind, paging } = operation.description;
  if (kind === 'list' && paging === 'page') return printList(kvitt, operation, call);
  const { dryRun, idempotencyKey } = call;
  const answer = await kvitt.call(operation.name as OperationName, call.input, {
    dryRun,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  if (kind === 'write') return printWritten(answer, call);
  const { status: _status, message: _message, result, ...beside } = answer;
  if (kind === 'file') return saveFile(result as { file: string; file_name: string }, call);
  printRead(result ?? beside, call);
}

/** Prints the whole list, or `--limit` records of it; `--page` is counted in that many. */
async function printList(kvitt: Kvitt, operation: CommandOperation, call: TypedCall): Promise<void> {
  const { group, method } = operation.description;
  const max = Number(call.input.limit ?? Number.POSITIVE_INFINITY);
  // The description and the client are generated from one table of operations, so the method exists and lists records.
  const methods = kvitt[group as keyof Kvitt] as unknown as Record<string, (input: Row) => RecordList<Row>>;
  const rows: Row[] = [];
  let count = 0;
  for await (const row of methods[method]?.(call.input) ?? []) {
    if (call.isJson) process.stdout.write(`${count === 0 ? '[\n' : ',\n'}${JSON.stringify(row)}`);
    else rows.push(row);
    count += 1;
    if (count >= max) break;
  }
  if (call.isJson) process.stdout.write(count === 0 ? '[]\n' : '\n]\n');
  else console.log(renderTable(rows));
}

function printRead(result: unknown, { isJson }: TypedCall): void {
  if (isJson) console.log(JSON.stringify(result, null, 2));
  else if (Array.isArray(result)) console.log(renderTable(result));
  else if (isPage(result)) console.log(renderTable(result.data));
  else if (typeof result === 'object' && result !== null) console.log(renderRecord(result as Row));
  else console.log(String(result));
}

/** The lists of programs and of what they did come in `data`, beside their count. */
function isPage(result: unknown): result is { data: Row[] } {
  return Array.isArray((result as { data?: unknown } | null)?.data);
}

function printWritten(answer: Row, { isJson }: TypedCall): void {
  if (isJson) {
    console.log(JSON.stringify(answer, null, 2));
    return;
  }
  if (answer.dry_run === true) {
    console.log(`Nothing was done. It would:\n${renderRecord((answer.would ?? {}) as Row)}`);
    return;
  }
  const { status: _status, success: _success, message, result, guid, action_id: _action, ...beside } = answer;
  const record =
    typeof result === 'object' && result !== null ? (result as Row) : { ...(guid !== null && { guid }) };
  console.log(renderRecord({ ...(message !== 'OK' && { done: message }), ...record, ...beside }));
}

/** To `--output`, or to standard output where that is no terminal, or else to the name that the service gives it. */
function saveFile({ file, file_name }: { file: string; file_name: string }, call: TypedCall): void {
  if (call.isJson) {
    console.log(JSON.stringify({ file_name, file }, null, 2));
    return;
  }
  const bytes = bytesOf(file);
  if (call.output === undefined && !process.stdout.isTTY) {
    process.stdout.write(bytes);
    return;
  }
  const target = call.output ?? basename(file_name);
  // Only a file that was named by --output is replaced.
  writeFileSync(target, bytes, { flag: call.output === undefined ? 'wx' : 'w' });
  console.log(`Saved ${target}.`);
}
