import pg from 'pg';
import { ConcurrencyLimiter } from '../node/concurrency-limiter.ts';

export interface ListenerHandlers {
  onNotify(text: string): void;
  /** Called once when the connection is lost. */
  onClose(): void;
}

export interface Listener {
  notify(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Receives `notify` on a channel by a connection of its own. `name` is its application_name on the server. */
export async function listen(
  client: pg.Client,
  channel: string,
  name: string,
  { onNotify, onClose }: ListenerHandlers,
): Promise<Listener> {
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await client.end();
  };
  const onLost = () => {
    if (isClosed) return;
    close().catch(() => {});
    onClose();
  };
  client.on('error', onLost);
  client.on('end', onLost);
  client.on('notification', ({ payload = '' }) => onNotify(payload));
  try {
    const [quotedName, quotedChannel] = [name, channel].map((one) => pg.escapeIdentifier(one));
    await client.query(`set application_name = ${quotedName}; listen ${quotedChannel}`);
  } catch (error) {
    close().catch(() => {});
    throw error;
  }
  // The driver deprecates a query on a connection that has one queued already.
  const limiter = new ConcurrencyLimiter(1);
  const send = (text: string) => client.query('select pg_notify($1, $2)', [channel, text]);
  return { close, notify: async (text) => void (await limiter.run(() => send(text))) };
}
