import { parseArgs } from 'node:util';
import { connect } from './connection.ts';
import { UsageError } from './usage-error.ts';

const OPTIONS = {
  follow: { type: 'boolean' },
  json: { type: 'boolean' },
  after: { type: 'string' },
  types: { type: 'string' },
  guid: { type: 'string' },
  limit: { type: 'string' },
} as const;

/** Prints the events of the account, one in a line. With --json each line is the event. */
export async function followEvents(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { follow = false, json = false, after, types, guid, limit } = values;
  if (limit !== undefined && !/^[1-9]\d*$/.test(limit))
    throw new UsageError('--limit must be a number, such as --limit 10.', 'events');
  const max = Number(limit ?? Number.POSITIVE_INFINITY);
  const events = connect(follow ? 'patient' : 'soon').events({
    follow,
    ...(after !== undefined && { after }),
    ...(types !== undefined && { types }),
  });
  let count = 0;
  for await (const event of events) {
    const { at, type, data } = event;
    if (guid !== undefined && data.guid !== guid) continue;
    console.log(json ? JSON.stringify(event) : `${at}  ${type.padEnd(24)}  ${JSON.stringify(data)}`);
    count += 1;
    if (count >= max) return;
  }
  if (count === 0 && !json) console.log('Nothing found.');
}
