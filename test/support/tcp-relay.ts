import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';

/** A TCP relay that can go silent without closing the connection, as a network partition does. */
export interface Relay {
  port: number;
  silence(): void;
  /** Leaves new connections without an answer too. */
  silenceAll(): void;
  close(): Promise<void>;
}

export async function relayTo(port: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    if (isSilent) return void sockets.add(near.on('error', () => {}));
    const far = dial(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => {}).on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return {
    port: address.port,
    silence,
    silenceAll: () => {
      isSilent = true;
      silence();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
