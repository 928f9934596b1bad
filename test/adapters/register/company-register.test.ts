import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { HttpCompanyRegister } from '../../../src/adapters/register/company-register.ts';
import { RegisterUnavailable } from '../../../src/kernel/ports/ports.ts';
import { findFreePort } from '../../support/free-port.ts';

const KENNITALA = '4710032980';
const home = (gerd: unknown, heimilisfang: unknown) => ({
  gerd,
  heimilisfang,
  postnumer: '150',
  stadur: 'Reykjavík',
});
const COMPANY = {
  kennitala: KENNITALA,
  nafn: 'Sýnishorn ehf.',
  stada: 'Skráð',
  heimilisfang: [home('Lögheimili', 'Borgartúni 1'), home('Póstfang', 'Pósthólf 7')],
};

describe('the register of companies over HTTP', () => {
  let server: Server;
  let url = '';
  let answer = (_request: IncomingMessage, response: ServerResponse): unknown => response.end();
  before(async () => {
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/companies`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const find = (body: unknown) => {
    answer = (_, response) => response.end(typeof body === 'string' ? body : JSON.stringify(body));
    return new HttpCompanyRegister({ url, key: undefined }).find(KENNITALA);
  };

  test('sends the key, and prefers the postal address of a company', async () => {
    const asked: unknown[] = [];
    answer = ({ url: path, headers }, response) => {
      asked.push([path, headers.authorization]);
      response.end(JSON.stringify(COMPANY));
    };
    const found = await new HttpCompanyRegister({ url, key: 'a key' }).find(KENNITALA);
    assert.deepEqual(asked, [[`/companies/${KENNITALA}`, 'Bearer a key']]);
    const place = { zip: '150', city: 'Reykjavík' };
    const company = { kennitala: KENNITALA, name: 'Sýnishorn ehf.' };
    assert.deepEqual(found, { ...company, address: 'Pósthólf 7', ...place });
    const first = { ...COMPANY, heimilisfang: COMPANY.heimilisfang.slice(0, 1) };
    assert.deepEqual(await find(first), { ...company, address: 'Borgartúni 1', ...place });
    const none = { ...company, address: '', zip: '', city: '' };
    assert.deepEqual(await find({ kennitala: '471003-2980', nafn: 'Sýnishorn ehf.' }), none);
  });

  test('treats 404 as an unknown company', async () => {
    answer = (_, response) => response.writeHead(404).end('{"code": 404}');
    assert.equal(await new HttpCompanyRegister({ url, key: undefined }).find(KENNITALA), null);
  });

  test('returns each text on one line of bounded length, whatever it answers', async () => {
    const name = ` Illt\u0000\r\nnafn\u202e ${'x'.repeat(500)}`;
    const found = await find({ ...COMPANY, nafn: name, heimilisfang: [home(7, { a: 1 }), null, 'x'] });
    assert.deepEqual(found, {
      kennitala: KENNITALA,
      name: `Illt nafn ${'x'.repeat(190)}`,
      address: '',
      zip: '150',
      city: 'Reykjavík',
    });
  });

  test('is unavailable where the answer is invalid, about another company, too long, late or a redirect', async () => {
    const odd: [unknown, RegExp][] = [
      ['', /no JSON object/],
      ['<html>Sorry</html>', /no JSON object/],
      [[COMPANY], /no JSON object/],
      [{ ...COMPANY, kennitala: '5801010110' }, /another kennitala/],
      [{ ...COMPANY, nafn: ' ' }, /no name/],
      [{ ...COMPANY, nafn: { a: 1 } }, /no name/],
      [JSON.stringify({ ...COMPANY, more: 'x'.repeat(300_000) }), /too long/],
    ];
    for (const [body, reason] of odd) await assert.rejects(find(body), reason);
    const said: string[] = [];
    const refused = (reason: RegExp, address = url) => {
      const onFailure = ({ message }: Error) => void said.push(message);
      const register = new HttpCompanyRegister({ url: address, key: 'a key', answerMs: 300, onFailure });
      return assert.rejects(register.find(KENNITALA), (error: Error) => {
        assert.ok(error instanceof RegisterUnavailable);
        return reason.test(error.message);
      });
    };
    answer = () => {};
    await refused(/it did not answer in time/);
    answer = (_, response) => response.writeHead(302, { location: `${url}/elsewhere` }).end();
    await refused(/redirect/);
    for (const status of [401, 429, 500]) {
      answer = (_, response) => response.writeHead(status).end();
      await refused(new RegExp(`it answers ${status}`));
    }
    await refused(/fetch failed/, `http://127.0.0.1:${await findFreePort()}`);
    assert.equal(said.length, 6);
  });

  test('gets a limited number of concurrent requests', async () => {
    let [open, most] = [0, 0];
    answer = (_, response) => {
      open++;
      most = Math.max(most, open);
      setTimeout(() => {
        open--;
        response.end(JSON.stringify(COMPANY));
      }, 20);
    };
    const register = new HttpCompanyRegister({ url, key: undefined });
    await Promise.all(Array.from({ length: 20 }, () => register.find(KENNITALA)));
    assert.equal(most, 4);
  });
});
