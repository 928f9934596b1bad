import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { failureCodes } from '../../src/kernel/failures/failure.ts';
import { newGuid } from '../../src/kernel/ids.ts';
import { endpoints } from '../../src/service.ts';
import { createServer } from '../../src/surfaces/http/server.ts';
import { describeApi } from '../../src/surfaces/openapi/describe.ts';
import { renderDocs } from '../../src/surfaces/openapi/docs.ts';
import { referenceRoutes } from '../../src/surfaces/openapi/surface.ts';

describe('the reference page', () => {
  const baseUrl = 'https://kvitt.example';
  let headers: Record<string, unknown>;
  let page: string;

  before(async () => {
    const app = await createServer({ newGuid, logLevel: 'silent', trustProxy: undefined, tls: undefined });
    referenceRoutes(app, endpoints, { baseUrl });
    const response = await app.inject('/docs');
    assert.equal(response.statusCode, 200);
    ({ headers, body: page } = response);
    await app.close();
  });

  test('is a page with nothing on it that runs', () => {
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    assert.doesNotMatch(page, /<script|<iframe|\son\w+=|\sstyle=|javascript:/i);
  });
  test('has every endpoint, with the address that the service is reached at', () => {
    for (const { path } of endpoints) assert.ok(page.includes(`>${path}</a>`), `${path} is missing`);
    assert.ok(page.includes(`${baseUrl}/api/v1/create-invoice`));
  });
  test('has every error code and its message', () => {
    for (const { code } of failureCodes()) {
      const row = new RegExp(`<tr id="error-${code}">.*?<td>([^<]+)</td></tr>`, 's').exec(page);
      assert.ok(row?.[1]?.trim(), `${code} is missing`);
    }
  });
  test('leads every link to a place that is there once', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    assert.deepEqual(ids, [...new Set(ids)]);
    const targets = new Set([...page.matchAll(/ href="#([^"]+)"/g)].map((match) => match[1]));
    assert.deepEqual(
      [...targets].filter((target) => !ids.includes(target)),
      [],
    );
  });
  test('opens and closes every element', () => {
    const open: string[] = [];
    for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (['meta', 'link', 'br'].includes(name)) continue;
      if (!slash) open.push(name);
      else assert.equal(open.pop(), name);
    }
    assert.deepEqual(open, []);
  });
  test('shows markup as text', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const document = describeApi(`https://kvitt.example/${hostile}`, [
      {
        methods: ['GET'],
        path: '/a',
        section: hostile,
        summary: hostile,
        access: 'anyone',
        answers: [{ status: 200, about: '' }],
      },
    ]);
    document.info.description = `${hostile}\n\n## ${hostile}`;
    assert.doesNotMatch(renderDocs(document).text, /<img/);
  });
});
