import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClusterNotifications } from '../../src/kernel/database/cluster-notifications.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import type { Listener, ListenerHandlers } from '../../src/kernel/database/listener.ts';
import { until } from '../support/until.ts';

/** A channel that carries every notification to all listeners, as a server does. */
class Channel {
  readonly listeners = new Set<ListenerHandlers>();
  isDown = false;
  /** How many of the listeners are nodes of the release before. */
  old = 0;

  database(embedded = false): Database {
    const listen = async (_channel: string, _name: string, handlers: ListenerHandlers): Promise<Listener> => {
      if (this.isDown) throw new Error('no connection');
      this.listeners.add(handlers);
      return {
        notify: async (text) => this.notify(text),
        close: async () => void this.listeners.delete(handlers),
      };
    };
    const query = async () => [{ count: this.listeners.size, old_count: this.old }];
    return { embedded, listen, query } as unknown as Database;
  }

  notify(text: string): void {
    for (const { onNotify } of [...this.listeners]) onNotify(text);
  }
}

function node(db: Database) {
  const events: string[] = [];
  const notifications = new ClusterNotifications(db, 'channel', {
    onNotify: (text) => events.push(text),
    onConnectionLost: () => events.push('lost'),
  });
  return { events, notifications };
}

test('delivers notifications to every node, and not the messages of the barrier', async () => {
  const channel = new Channel();
  const nodes = [node(channel.database()), node(channel.database())];
  for (const { notifications } of nodes) await notifications.start();
  channel.notify('7');
  await nodes[0]?.notifications.waitForAllNodes();
  // A node that has just begun to listen may have missed something.
  for (const { events } of nodes) assert.deepEqual(events, ['lost', '7']);
});

test('waits until every node has answered', async () => {
  const channel = new Channel();
  const { notifications } = node(channel.database());
  await notifications.start();
  let question = '';
  const onNotify = (text: string) => {
    if (text.startsWith('received? ')) question = text;
  };
  channel.listeners.add({ onNotify, onClose: () => {} });
  let isOver = false;
  const waiting = notifications.waitForAllNodes().then(() => (isOver = true));
  await until('the other node is asked', () => question);
  assert.equal(isOver, false, 'the second node has not answered');
  channel.notify(question.replace('?', '!'));
  await waiting;
});

test('a node of the previous release is asked, and answered, in its own protocol', async () => {
  const channel = new Channel();
  const { notifications, events } = node(channel.database());
  await notifications.start();
  const received: string[] = [];
  channel.listeners.add({ onNotify: (text) => received.push(text), onClose: () => {} });
  channel.old = 1;
  const barrier = notifications.waitForAllNodes();
  const question = await until('the old node is asked', () => received.find((text) => text.includes('?')));
  assert.match(question, /^heard\? /);
  channel.notify(question.replace('?', '!'));
  await barrier;
  channel.notify('heard? 7');
  assert.ok(received.includes('heard! 7'));
  assert.deepEqual(events, ['lost']);
  await notifications.close();
});

test('a node without a connection waits for it before it asks the others', async () => {
  const channel = new Channel();
  const { notifications } = node(channel.database());
  await notifications.start();
  const others: string[] = [];
  for (const { onClose } of [...channel.listeners]) onClose();
  channel.listeners.clear();
  channel.listeners.add({ onNotify: (text) => others.push(text), onClose: () => {} });
  const barrier = notifications.waitForAllNodes();
  assert.equal(others.length, 0);
  await notifications.start();
  const question = await until('the other node is asked', () => others[0]);
  assert.match(question, /^received\? /);
  channel.notify(question.replace('?', '!'));
  await barrier;
  await notifications.close();
});

test('a node that loses its connection reports it, is not listening, and stops waiting when it closes', async () => {
  const channel = new Channel();
  const { notifications, events } = node(channel.database());
  assert.equal(notifications.isListening, false);
  await notifications.start();
  assert.equal(notifications.isListening, true);
  channel.isDown = true;
  for (const { onClose } of channel.listeners) onClose();
  assert.deepEqual([notifications.isListening, events], [false, ['lost', 'lost']]);
  const barrier = notifications.waitForAllNodes();
  await notifications.close();
  await barrier;
});

test('a node that is alone on an embedded database always listens', async () => {
  const { notifications, events } = node(new Channel().database(true));
  await notifications.start();
  assert.deepEqual([notifications.isListening, events], [true, []]);
  await notifications.waitForAllNodes();
});
