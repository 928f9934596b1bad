// Preloaded into a node: logs every file after it was synced to disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const log = process.env.KVITT_TEST_SYNC_LOG;
if (!log) throw new Error('KVITT_TEST_SYNC_LOG is not set');
const fdatasync = fs.fdatasyncSync;
fs.fdatasyncSync = (fd) => {
  fdatasync(fd);
  fs.appendFileSync(log, `${fs.readlinkSync(`/proc/self/fd/${fd}`)}\n`);
};
syncBuiltinESMExports();
