/**
 * The embedded PostgreSQL's own thread: wire protocol bytes in, wire protocol bytes out. Keeping it off
 * the main thread leaves HTTP responsive while a statement runs.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { OTHERS } from '../node/private-files.ts';

/** What this file needs of Emscripten's file system, which ships without types. */
interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd?: number }) => number };
    node_ops: { setattr: (node: object, change: { mode?: number }) => unknown };
  };
}

/**
 * As it comes, the engine never asks the disk to sync, so a power cut could lose acknowledged invoices.
 * This gives its file system an fsync; leaving out `-F` below makes PostgreSQL call it at every commit. It also keeps
 * other users of the machine out of its files.
 */
class DurablePrivateFs extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    const patch = (module: EmscriptenModule) => {
      module.NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fdatasyncSync(nfd);
        return 0;
      };
      // It sets the mode 0666 on each file that it creates, whatever the umask is.
      const { setattr } = module.NODEFS.node_ops;
      module.NODEFS.node_ops.setattr = (node, change) =>
        setattr(node, change.mode === undefined ? change : { ...change, mode: change.mode & ~OTHERS });
    };
    emscriptenOpts.preRun = [...(emscriptenOpts.preRun as []), patch as never];
    return { emscriptenOpts };
  }
}

// The sample for `analyze` is a tenth of the usual: it blocks the single session, and the tables of one company are small.
const SETTINGS = [
  'wal_sync_method=fsync',
  'timezone=UTC',
  'max_wal_size=128MB',
  'shared_buffers=32MB',
  'default_statistics_target=10',
];

const port = parentPort;
if (!port) throw new Error('The embedded database runs as a worker thread.');

const directory: string = workerData.directory;
if (!existsSync(directory)) await createCluster();
const engine = await open(directory);

let connection: MessagePort | null = null;
port.on('message', (request: MessagePort | 'close') => {
  connection?.close();
  if (request instanceof MessagePort) serve(request);
  else void engine.close().finally(() => port.close());
});
port.postMessage('ready');

function open(dataDir: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurablePrivateFs(dataDir),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
  });
}

/**
 * Creates the database in a draft directory and renames it when it is complete and on disk: a crash leaves only a
 * draft, which the next start deletes.
 */
async function createCluster(): Promise<void> {
  const draft = `${directory}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  await (await open(draft)).close();
  for (const file of readdirSync(draft, { recursive: true })) syncToDisk(join(draft, String(file)));
  syncToDisk(draft);
  renameSync(draft, directory);
  syncToDisk(dirname(directory));
}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

function exchange(request: Uint8Array): Uint8Array {
  const answer: Buffer[] = [];
  // The call is synchronous up to its first await, which comes after the answer is complete.
  void engine.execProtocolRawStream(request, {
    syncToFs: false,
    onRawData: (bytes) => void answer.push(Buffer.from(bytes)),
  });
  return new Uint8Array(Buffer.concat(answer));
}

/** Resets the engine's one session, which outlives connections, from what an earlier connection left open. */
function serve(channel: MessagePort): void {
  connection = channel;
  ['rollback', 'discard all'].forEach(runIgnoringAnswer);
  channel.on('message', (request: Uint8Array) => channel.postMessage(exchange(request)));
}

/** Runs one statement by the simple protocol and ignores its answer. */
function runIgnoringAnswer(text: string): void {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from('Q\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  exchange(Buffer.concat([head, body]));
}
