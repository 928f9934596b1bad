import pg from 'pg';

export interface ListenerHandlers {
  onNotify(text: string): void;
  /** Called once when the connection is lost. */
  onClose(): void;
}

export interface Listener {
  notify(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection of its own that receives `notify` on a channel. `name` is its application_name on the server. */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  name: string,
  { onNotify, onClose }: ListenerHandlers,
): Promise<Listener> {
  const client = new pg.Client(config);
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
    await client.connect();
    const [quotedName, quotedChannel] = [name, channel].map((one) => pg.escapeIdentifier(one));
    await client.query(`set application_name = ${quotedName}; listen ${quotedChannel}`);
  } catch (error) {
    close().catch(() => {});
    throw error;
  }
  return {
    close,
    notify: async (text) => void (await client.query('select pg_notify($1, $2)', [channel, text])),
  };
}
