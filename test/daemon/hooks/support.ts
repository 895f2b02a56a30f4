/** A repository with one daemon and an embedded relay, which all tests of a file share. */
import { suite } from 'uvu';
import { Sandbox, TestDaemon } from '../support.ts';

export const test = suite('daemon with an embedded relay');

/** Where the tests make what they need beside the repository. */
export const sandbox = new Sandbox();

/** The repository, `shop`. */
export const root = sandbox.repository('shop');

/** The state folder of the daemon. */
export const home = sandbox.folder('home');

/** Runs from before the first test on. */
export let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(root, home);
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});
