import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** A route as the server has registered it. */
export interface RecordedRoute {
  url: string;
  methods: string[];
}

/** Preloaded into a node: writes every route of its server into the file that KVITT_TEST_ROUTES names. */
const file = process.env.KVITT_TEST_ROUTES;
if (file) {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    const routes: RecordedRoute[] = [];
    fastify.addHook('onRoute', ({ url, method }) => {
      routes.push({ url, methods: [method].flat() });
    });
    fastify.addHook('onListen', async () => writeFileSync(file, JSON.stringify(routes)));
  });
}
