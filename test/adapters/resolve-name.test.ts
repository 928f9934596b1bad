import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { nameResolver } from '../../src/adapters/outgoing/resolve-name.ts';

const TYPE_A = 1;

/** The question and one address for it, or none. */
function answerTo(query: Buffer, address: readonly number[] | null): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(address ? 1 : 0, 6);
  header.fill(0, 8, 12);
  const end = query.indexOf(0, 12) + 5;
  const question = query.subarray(12, end);
  const record = address ? [0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : [];
  return Buffer.concat([header, question, Buffer.from(record)]);
}

describe('the addresses of a name', () => {
  const server = createSocket('udp4');
  let slowQueries = 0;
  before(async () => {
    server.on('message', (query, { port, address }) => {
      const isSlow = query.includes('slow');
      if (isSlow) slowQueries += 1;
      const type = query.readUInt16BE(query.indexOf(0, 12) + 1);
      if (!isSlow) server.send(answerTo(query, type === TYPE_A ? [93, 184, 215, 14] : null), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());
  const resolve = (name: string) => nameResolver([`127.0.0.1:${server.address().port}`])(name);

  test('are found although many other names have a server that does not answer', async () => {
    let ended = 0;
    for (let n = 0; n < 60; n++) void resolve(`slow-${n}.example`).then(() => ended++);
    assert.deepEqual(await resolve('quick.example'), ['93.184.215.14']);
    assert.equal(ended, 0, 'none of the others has ended');
    assert.ok(slowQueries > 0);
  });
});
