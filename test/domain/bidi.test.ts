import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasBidiControls, isolateText } from '../../src/domain/strings/bidi.ts';
import { html } from '../../src/surfaces/http/pages/html.ts';

test('isolates names that could reorder the text around them, and leaves others as they are', () => {
  for (const name of ['', 'Norðurljós ehf.', 'Łukasz', '株式会社', 'a\u200Db']) {
    assert.equal(isolateText(name), name);
    assert.equal(hasBidiControls(name), false);
  }
  assert.equal(isolateText('שלום'), '\u2068שלום\u2069');
  assert.equal(isolateText('مرحبا'), '\u2068مرحبا\u2069');
  for (const control of ['\u202E', '\u202A', '\u2066', '\u2069', '\u200F', '\u061C']) {
    assert.equal(hasBidiControls(`a${control}b`), true);
    assert.equal(isolateText(`a${control}b`), '\u2068ab\u2069');
  }
});

test('isolates every text on a page, but no attribute and no text that a form sends back', () => {
  const name = 'gro.live\u202E';
  const isolated = '\u2068gro.live\u2069';
  assert.equal(html`<p title="${name}">${name} asks</p>`.text, `<p title="${name}">${isolated} asks</p>`);
  assert.equal(html`<ul>${[html`<li>${name}</li>`]}</ul>`.text, `<ul><li>${isolated}</li></ul>`);
  assert.equal(
    html`<textarea rows="3">\n${name}</textarea>${name}`.text,
    `<textarea rows="3">\n${name}</textarea>${isolated}`,
  );
  assert.equal(html`${name}`.text, isolated);
});
