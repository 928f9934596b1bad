import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  booksOf,
  EventMirror,
  type MirroredEvent,
  readLists,
  unannouncedChanges,
} from '../support/event-mirror.ts';
import { RandomChanges } from '../support/random-changes.ts';
import { onBothDatabases } from '../support/service.ts';

/** A longer run, and another one, by hand. */
const CHANGES = Number(process.env.KVITT_MIRROR_CHANGES ?? 150);
const SEED = Number(process.env.KVITT_MIRROR_SEED ?? 20260317);
/** After so many changes the mirror is compared. */
const INTERVAL = 25;

onBothDatabases('a mirror', (kvitt) => {
  test(`that reads nothing but events equals the lists over ${CHANGES} random changes`, async () => {
    const seller = await kvitt.account();
    const changes = new RandomChanges(kvitt, seller, SEED);
    await changes.begin();
    const mirror = new EventMirror();
    let after: string | undefined;
    let lists = await readLists(seller);
    for (let made = 1; made <= CHANGES; made++) {
      await changes.step();
      if (made % INTERVAL !== 0 && made !== CHANGES) continue;
      const read: MirroredEvent[] = [];
      for (;;) {
        const page = await seller.call('get-events', { after, limit: 500 });
        after = page.next;
        read.push(...page.result);
        if (page.result.length === 0) break;
      }
      for (const event of read) mirror.apply(event);
      const earlier = lists;
      lists = await readLists(seller);
      assert.deepEqual(mirror.books, booksOf(lists), `after ${made} changes with the seed ${SEED}`);
      assert.deepEqual(
        unannouncedChanges(earlier, lists, read),
        [],
        `before change ${made} of the seed ${SEED}`,
      );
    }
    assert.ok(mirror.companyChanges > 0, 'changes of the company are events');
  });
});
