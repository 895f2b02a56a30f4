import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type Test } from 'uvu';
import { FakeDaemon, installHook, makeRepository, remove } from '../support.ts';

interface Context {
  folder: string;
  top: string;
  script: string;
  daemon: FakeDaemon;
}

/** A name with all that a shell might trip over. */
const awkward = `it's a "repo" $HOME & more`;

/** An answer that a shell might change. */
export const deny = '{"permissionDecision":"deny","reason":"a\\\\nb 100% \'x\'"}';

/** The shells that the script is run by everywhere, as far as they are here. */
export const shells = ['/bin/sh', '/bin/dash', '/bin/bash'].filter((shell) => existsSync(shell));

/** What a user of Claude Code is told of a daemon that is down. */
export const warning =
  /^\{"systemMessage":"coord: the daemon is not running, .* Start it with: coord daemon"\}\n$/;

/** A suite whose tests each have a repository with the hook script, and a stand-in for its daemon that is not started. */
export function hookSuite(name: string): Test<Context> {
  const test = suite<Context>(`init: the hook script: ${name}`);
  test.before.each(async (context) => {
    Object.assign(context, await makeRepository(awkward));
    context.script = await installHook(context.top);
    context.daemon = new FakeDaemon(join(context.folder, 'da"em\\on', 'daemon.sock'));
  });
  test.after.each(async ({ daemon, folder }) => {
    await daemon.stop();
    await remove(folder);
  });
  return test;
}
