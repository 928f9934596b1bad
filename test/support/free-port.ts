import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems hand to whoever dials out, who would take one before its node listens there. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const ATTEMPTS = 50;

/** A port of loopback that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await canListen(port)) return port;
  }
  throw new Error('no free port');
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
