/** The entry of the bundle that nodes of tests run (node-bundle.ts): the kvitt command, with its statements recorded. */
import '../log-statements.ts';
import '../../../src/main.ts';
