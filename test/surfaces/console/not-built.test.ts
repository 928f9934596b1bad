import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { serveApp } from '../../../src/surfaces/console/app.ts';
import type { ConsoleDeps } from '../../../src/surfaces/console/deps.ts';

describe('a console without a build', () => {
  const get = async (isBuilding: boolean) => {
    const app = fastify();
    await app.register(cookie);
    const deps = {
      browserSessions: { session: async () => ({}) },
      assets: { load: () => null },
      isBuilding: () => isBuilding,
    };
    serveApp(app, deps as unknown as ConsoleDeps);
    return app.inject('/');
  };

  it('is reloaded by the browser while it is being built', async () => {
    const { statusCode, headers, body } = await get(true);
    assert.deepEqual([statusCode, headers['retry-after'], headers.refresh], [503, '5', '3']);
    assert.match(body, /The console is being built\. Try again in a moment\./);
  });

  it('says which command to run when nothing builds it', async () => {
    const { statusCode, headers, body } = await get(false);
    assert.deepEqual([statusCode, headers['retry-after'], headers.refresh], [503, undefined, undefined]);
    assert.match(body, /The console is not built.*\nRun "npm ci && npm run build"/);
  });
});
