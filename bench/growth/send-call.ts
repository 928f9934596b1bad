import type { ConsoleClient } from '../../test/support/console-client.ts';
import type { GrowthCall } from './calls.ts';
import type { GrowthBooks } from './fill.ts';

/** Sends a call as its program or the browser of its person does, and answers when it has succeeded. */
export async function sendCall(call: GrowthCall, books: GrowthBooks, person: ConsoleClient): Promise<void> {
  const fields = call.fields?.(books) ?? {};
  if (call.surface === 'console') await person.ok(call.name, fields);
  else await books.seller.ok(call.name, { ...fields });
}

export function titleOf({ surface, name, about }: GrowthCall): string {
  return [surface === 'console' ? name : `${name} (API)`, about].filter(Boolean).join(', ');
}
