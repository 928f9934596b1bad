import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { PublishedRates } from '../../../src/adapters/rates/rate-source.ts';
import { findFreePort } from '../../support/free-port.ts';
import { CENTRAL_BANK_XML } from '../../support/published-rates.ts';

const CENTRAL_BANK_CSV = [
  '9;Opinbert viðmiðunargengi SÍ;4055;USD;Bandaríkjadalur;Miðgengi;3/13/2026 12:00:00 AM;126.10',
  '9;Opinbert viðmiðunargengi SÍ;4055;USD;Bandaríkjadalur;Miðgengi;3/16/2026 12:00:00 AM;125.74',
  '9;Opinbert viðmiðunargengi SÍ;4097;XDR;SDR;Miðgengi;3/16/2026 12:00:00 AM;170.16',
  '9;Opinbert viðmiðunargengi SÍ;4064;EUR;Evra;Miðgengi;3/16/2026 12:00:00 AM;147.2',
].join('\r\n');

const europe = (days: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject><Cube>${days}</Cube></gesmes:Envelope>`;
const EUROPE = europe(`<Cube time='2026-03-16'>
  <Cube currency='USD' rate='1.1700'/><Cube currency='ISK' rate='147.20'/><Cube currency='JPY' rate='184.04'/>
  <Cube currency='HUF' rate='381.9'/></Cube>`);

describe('published exchange rates', () => {
  let server: Server;
  let url = '';
  let answer = (response: ServerResponse): unknown => response.end();
  before(async () => {
    server = createServer((_, response) => void answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const read = (body: string) => {
    answer = (response) => response.end(body);
    return new PublishedRates(url).fetchRates();
  };
  const rate = (currency: string, value: string) => ({ currency, date: '2026-03-16', rate: value });

  test('are read from XML and CSV of the Central Bank of Iceland, the newest of each currency', async () => {
    const expected = [rate('USD', '125.74'), rate('EUR', '147.2')];
    assert.deepEqual(await read(CENTRAL_BANK_XML), expected);
    assert.deepEqual(await read(CENTRAL_BANK_CSV), expected);
  });

  test('are read from XML of the ECB, as krónur for one unit', async () => {
    const expected = [rate('EUR', '147.2'), rate('USD', '125.811966'), rate('JPY', '0.799826')];
    assert.deepEqual(await read(EUROPE), expected);
  });

  test('are refused where the answer has no rates', async () => {
    const without = /No exchange rates from KVITT_RATES_URL: it has no exchange rates of a known format/;
    const odd = [
      '',
      'a;b',
      '<html><body>Sorry</body></html>',
      europe(`<Cube time='2026-03-16'><Cube currency='USD' rate='1.17'/></Cube>`),
      europe(`<Cube time='2026-02-30'><Cube currency='ISK' rate='147'/></Cube>`),
      CENTRAL_BANK_XML.replaceAll(/<Value>[\d.]+/g, '<Value>-1'),
      CENTRAL_BANK_XML.replaceAll(/<Value>[\d.]+/g, '<Value>1e99'),
    ];
    for (const body of odd) await assert.rejects(read(body), without, body.slice(0, 80));
    await assert.rejects(read(CENTRAL_BANK_XML.slice(0, 300)), /No exchange rates from KVITT_RATES_URL/);
    await assert.rejects(read('<!DOCTYPE a [<!ENTITY b "c">]><Group>&b;</Group>'), /DOCTYPE/);
  });

  test('are read with limits on size, time and redirects', async () => {
    const refused = (reason: RegExp, timeoutMs?: number) =>
      assert.rejects(new PublishedRates(url, timeoutMs).fetchRates(), reason);
    answer = async (response) => {
      const block = Buffer.alloc(1_000_000, ' ');
      for (let sent = 0; sent < 50 && !response.destroyed; sent++)
        if (!response.write(block))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      response.end();
    };
    await refused(/its answer is too long/);
    answer = () => {};
    await refused(/it did not answer in time/, 100);
    answer = (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    await refused(/it redirects to https:\/\/elsewhere.example\/; name that address instead/);
    answer = (response) => response.writeHead(503).end();
    await refused(/it answers 503/);
    await assert.rejects(
      new PublishedRates(`http://127.0.0.1:${await findFreePort()}/`).fetchRates(),
      /fetch failed: .*ECONNREFUSED/,
    );
  });
});
