import assert from 'node:assert/strict';
import { test } from 'node:test';
import { element, envelope, parseSoap, textOf } from '../../../src/adapters/tax/soap.ts';
import { TaxClient } from '../../../src/adapters/tax/tax-client.ts';
import type { FiledBoxes } from '../../../src/domain/vat/boxes.ts';
import { TaxOfficeRefused, TaxOfficeUnavailable } from '../../../src/kernel/ports/tax-office.ts';

const boxes: FiledBoxes = {
  ...{ turnover_24: 1000, turnover_11: 0, zero_rated: 500, output_24: 240, output_11: 0 },
  ...{ input_24: 100, input_11: 0, bad_debt_24: 0, bad_debt_11: 0 },
};
const filed = {
  ...{ accountId: 1, kennitala: '5501234520', vatNo: 'IS 101067', period: '2026-10', boxes },
  login: { kennitala: '5501234520', key: 'lykill' },
};

const WSDL = '<wsdl:definitions xmlns:wsdl="w" targetNamespace="http://office.example/vsk"/>';
const row = (id: string, title: string, rate: string, amount = 0) =>
  element('Faersla', {
    Tegund: { '@id': '7', '#text': 'Velta & skattur' },
    Threp: { '@id': '59', '#text': rate },
    Flokkar: { Flokkur: { '@id': id, Heiti: title, Fjarhaed: amount } },
  });
const FORM = [
  row('46', 'Tapaðar viðskiptakröfur', '25.5'),
  row('67', 'Samtals velta', '24'),
  row('53', 'Samtals undanþegin', '0'),
  row('68', 'Samtals útskattur', '24'),
  row('84', 'Samtals innskattur', '24'),
].join('');

const reply = (verb: string, inner: string, code = 0, message = '') =>
  new Response(
    `<s:Envelope xmlns:s="e"><s:Body><n:${verb}Response xmlns:n="n"><${verb}Svar><status><code>${code}</code><message>${message}</message></status><Svar>${inner}</Svar></${verb}Svar></n:${verb}Response></s:Body></s:Envelope>`,
  );
const TAKEN =
  '<NidurstadaSkila><Fjarhaedir><Alagning>140</Alagning><TilGreidslu>154</TilGreidslu></Fjarhaedir><Gjalddagi>2026-12-07T00:00:00</Gjalddagi><OCRRond>101067&gt; 31&lt;</OCRRond><Krofunumer>107440</Krofunumer></NidurstadaSkila><PDFKvittun>JVBERi0=</PDFKvittun>';

/** A tax office that answers by operation; the calls are recorded. */
function office(answers: Record<string, () => Response | Promise<Response>>) {
  const calls: { verb: string; authorization: string | null; body: string }[] = [];
  const client = new TaxClient({
    url: 'https://office.example/VSKService',
    system: 'Kvitt V1.0',
    timeoutMs: 1000,
    send: async (_accountId, request) => {
      const verb =
        request.method === 'GET'
          ? 'wsdl'
          : (/(\w+)"$/.exec(request.headers.get('soapaction') ?? '')?.[1] ?? '');
      calls.push({ verb, authorization: request.headers.get('authorization'), body: await request.text() });
      const answer = {
        wsdl: () => new Response(WSDL),
        NaIVSKUpplysingar: () => reply(verb, FORM),
        ...answers,
      }[verb];
      return answer ? answer() : reply(verb, '');
    },
  });
  return { client, calls };
}

test('reads the form, checks the return and submits it', async () => {
  const { client, calls } = office({
    SkilaVSKSkyrslu: () => reply('SkilaVSKSkyrslu', TAKEN),
    LeidrettaVSKSkyrslu: () => reply('LeidrettaVSKSkyrslu', TAKEN),
  });
  const { receipt, ...answer } = await client.submit(filed, 'first');
  assert.deepEqual(answer, {
    ...{ assessment: 140, toPay: 154, dueOn: '2026-12-07' },
    ...{ ocr: '101067> 31<', claimNo: '107440' },
  });
  assert.equal(receipt?.toString(), '%PDF-');
  const verbs = ['wsdl', 'NaIVSKUpplysingar', 'VilluprofaVSKSkyrslu', 'SkilaVSKSkyrslu'];
  assert.deepEqual(
    calls.map(({ verb }) => verb),
    verbs,
  );
  const sent = parseSoap(calls.at(-1)?.body ?? '');
  const about = ['Kennitala', 'VSKNumer', 'Ar', 'Timabil', 'KerfiUtgafa'].map((name) => textOf(sent, name));
  assert.deepEqual(about, ['5501234520', '101067', '2026', '40', 'Kvitt V1.0']);
  const entries = [...(calls.at(-1)?.body ?? '').matchAll(/Flokkur id="(\d+)">.*?<Fjarhaed>(-?\d+)/g)];
  assert.deepEqual(
    entries.map(([, id, amount]) => [id, amount]),
    [
      ['67', '1000'],
      ['53', '500'],
      ['68', '240'],
      ['84', '100'],
    ],
  );
  assert.equal(calls[0]?.authorization, `Basic ${Buffer.from('5501234520:lykill').toString('base64')}`);
  await client.submit(filed, 'correction');
  assert.equal(calls.at(-1)?.verb, 'LeidrettaVSKSkyrslu');
  assert.equal(calls.filter(({ verb }) => verb === 'wsdl').length, 1);
});

test('distinguishes a refusal from no answer, and whether the return may have arrived', async () => {
  const fault = (code: string) =>
    new Response(
      `<s:Envelope xmlns:s="e"><s:Body><s:Fault><faultcode>s:${code}</faultcode><faultstring>rangt</faultstring></s:Fault></s:Body></s:Envelope>`,
      { status: 500 },
    );
  const timeout = () => Promise.reject(new DOMException('late', 'TimeoutError'));
  const refused = { refused: true, isDuplicate: false };
  const cases: [string, Record<string, () => Response | Promise<Response>>, object][] = [
    ['a check that fails', { VilluprofaVSKSkyrslu: () => reply('V', '', 999, 'Ekki samræmi') }, refused],
    [
      'a duplicate',
      { SkilaVSKSkyrslu: () => reply('S', '', 999, 'Skýrsla hefur þegar verið skráð') },
      { refused: true, isDuplicate: true },
    ],
    ['a wrong password', { NaIVSKUpplysingar: () => new Response('no', { status: 401 }) }, refused],
    ['a wrong message', { SkilaVSKSkyrslu: () => fault('Client') }, refused],
    ['a broken office', { SkilaVSKSkyrslu: () => fault('Server') }, { mayHaveTaken: true }],
    ['a proxy', { SkilaVSKSkyrslu: () => new Response('<html>', { status: 502 }) }, { mayHaveTaken: true }],
    ['a late answer', { SkilaVSKSkyrslu: timeout }, { mayHaveTaken: true }],
    ['an answer without figures', { SkilaVSKSkyrslu: () => reply('S', '') }, { mayHaveTaken: true }],
    ['a late check', { VilluprofaVSKSkyrslu: timeout }, { mayHaveTaken: false }],
    ['no description', { wsdl: () => new Response('', { status: 404 }) }, { mayHaveTaken: false }],
    [
      'a form without a row',
      { NaIVSKUpplysingar: () => reply('N', row('67', 'Samtals velta', '24')) },
      refused,
    ],
    [
      'a DOCTYPE',
      { SkilaVSKSkyrslu: () => new Response('<!DOCTYPE a [<!ENTITY b "c">]><a/>') },
      { mayHaveTaken: true },
    ],
  ];
  for (const [name, answers, expected] of cases) {
    const error: unknown = await office(answers)
      .client.submit(filed, 'first')
      .catch((reason) => reason);
    const seen =
      error instanceof TaxOfficeRefused
        ? { refused: true, isDuplicate: error.isDuplicate }
        : { mayHaveTaken: error instanceof TaxOfficeUnavailable ? error.mayHaveTaken : String(error) };
    assert.deepEqual(seen, expected, name);
  }
});

test('compares the return at the tax office with the figures', async () => {
  const rows = (turnover: number, more = '') =>
    [
      row('67', 'Samtals velta', '24', turnover),
      row('53', 'Samtals undanþegin', '0,0', 500),
      row('68', 'Samtals útskattur', '24', 240),
      row('84', 'Samtals innskattur', '24', 100),
      row('40', 'Samtals útskattur', '7', 0),
      more,
    ].join('');
  const has = (inner: string) =>
    office({ NaIFaerslurTimabils: () => reply('N', inner) }).client.hasReturn(filed);
  assert.equal(await has(rows(1000)), true);
  assert.equal(await has(rows(1001)), false);
  assert.equal(await has(rows(1000, row('83', 'Samtals innskattur', '11', 5))), false);
  assert.equal(await has(''), false);
});

test('reports a VAT number that the books do not have', async () => {
  const numbers =
    (...all: string[]) =>
    () =>
      reply(
        'NaIVSKNumer',
        `<ListiVSKNumer>${all.map((no) => `<VSKNumer>${no}</VSKNumer>`).join('')}</ListiVSKNumer>`,
      );
  const one = office({ NaIVSKNumer: numbers('101067'), SkilaVSKSkyrslu: () => reply('S', TAKEN) });
  await one.client.submit({ ...filed, vatNo: '' }, 'first');
  assert.match(one.calls.at(-1)?.body ?? '', /<VSKNumer>101067</);
  const several = office({ NaIVSKNumer: numbers('1', '2') });
  await assert.rejects(several.client.submit({ ...filed, vatNo: '' }, 'first'), /Set vat_no/);
});

test('escapes the texts of requests', () => {
  const xml = envelope('urn:a"b', 'Verb', { Text: 'a < b & "c"', List: ['1', '2'] });
  assert.equal(textOf(parseSoap(xml), 'Text'), 'a < b & "c"');
  assert.match(xml, /<List>1<\/List><List>2<\/List>/);
});
