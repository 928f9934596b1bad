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
  test('has one entry for every operation, with its methods', () => {
    for (const { path, methods } of endpoints) {
      const entry = new RegExp(
        `<h3 id="[^"]+-title">((?:(?!</h3>)[\\s\\S])*)>${RegExp.escape(path)}</a>`,
        'g',
      );
      const listed = [...page.matchAll(entry)].flatMap(([, heading = '']) =>
        [...heading.matchAll(/class="method [a-z]+">([A-Z]+)</g)].map((match) => match[1]),
      );
      for (const method of methods) assert.ok(listed.includes(method), `${method} ${path} is missing`);
    }
  });
  test('loads nothing: no image, font, style sheet or frame, from here or elsewhere', () => {
    assert.doesNotMatch(page, /\ssrc=|<link|@import|url\(|<(img|object|embed|video|audio)\b/i);
    const targets = [...page.matchAll(/ href="([^"#][^"]*)"/g)].map((match) => match[1]);
    assert.deepEqual([...new Set(targets)], ['/openapi.json']);
  });
  test('can be used by keyboard: a skip link comes first, and whatever scrolls takes the focus', () => {
    const [first] = /<(?:a|summary|pre|button|input)\b[^>]*>/.exec(page) ?? [];
    assert.equal(first, '<a class="skip" href="#content">');
    assert.match(page, /<main id="content">/);
    assert.match(page, /pre:focus-visible \{ outline: 2px solid/);
    const scrolling = [...page.matchAll(/<pre\b[^>]*>/g)].map(([tag]) => tag);
    assert.ok(scrolling.length > endpoints.length);
    assert.deepEqual(
      scrolling.filter((tag) => !tag.includes('tabindex="0"')),
      [],
    );
  });
  test('has headings that never skip a level', () => {
    const levels = [...page.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]));
    levels.forEach((level, n) => {
      assert.ok(level <= (levels[n - 1] ?? 0) + 1, `h${level} after h${levels[n - 1]}`);
    });
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
