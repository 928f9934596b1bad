// Loaded into every test process and node. `KVITT_TEST_NOW=2028-02-29T12:00:00Z npm test` has them all believe that
// the run began at that moment, which shows tests that depend on today's date.
import { moveDate } from '../move-date.ts';

const ahead = Number(process.env.KVITT_TEST_AHEAD_MS ?? 0);
if (ahead !== 0) moveDate(ahead);
