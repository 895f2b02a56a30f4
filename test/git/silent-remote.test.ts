/** GIT-5: a remote that takes the connection and says nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitRunner } from '../../shared/node/git/run.ts';
import { Sandbox, write } from '../daemon/support.ts';

const test = suite<{ sandbox: Sandbox; root: string; server: Server; port: number }>(
  'a silent remote',
);

test.before.each(async (context) => {
  context.sandbox = new Sandbox();
  context.root = context.sandbox.repository('shop');
  context.server = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((done) => context.server.listen(0, '127.0.0.1', done));
  context.port = (context.server.address() as AddressInfo).port;
});
test.after.each(({ sandbox, server }) => {
  server.close();
  sandbox.remove();
});

/** How many processes name the text in their command line; 0 where that cannot be seen. */
function processesOf(text: string): number {
  if (process.platform !== 'linux') return 0;
  return readdirSync('/proc').filter((name) => {
    try {
      return Number(name) !== process.pid && commandLine(name).includes(text);
    } catch {
      return false;
    }
  }).length;
}

function commandLine(pid: string): string {
  return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
}

async function noneOf(text: string): Promise<void> {
  for (let tries = 0; tries < 50 && processesOf(text) > 0; tries += 1) await delay(20);
  assert.is(processesOf(text), 0);
}

const path = process.env['PATH'];

for (const [name, ways] of Object.entries({
  'its time is over': () => ({ timeoutMs: 500 }),
  'nobody waits any more': () => ({ signal: AbortSignal.timeout(500) }),
})) {
  for (const command of ['ls-remote', 'fetch']) {
    test(`GIT-5 ${command} over http ends when ${name}, with its helper`, async ({
      root,
      port,
    }) => {
      const address = `http://127.0.0.1:${port}/shop.git`;
      const git = gitRunner({ PATH: path, HOME: root });
      const answer = await Promise.race([
        git(root, [command, '--', address], ways()),
        delay(8_000, undefined, { ref: false }),
      ]);
      assert.is(answer?.exitCode, -1);
      assert.match(answer?.stderr ?? '', `git ${command}`);
      await noneOf(address);
    });
  }
}

test('GIT-5 an ssh that says nothing ends with its git', async ({ root }) => {
  write(root, 'silent-ssh.sh', 'sleep 60\n');
  const ssh = join(root, 'silent-ssh.sh');
  const git = gitRunner({ PATH: path, HOME: root, GIT_SSH_COMMAND: `sh ${ssh}` });
  const timeoutMs = 500;
  const answer = await git(root, ['ls-remote', '--', 'ssh://shop.example/shop.git'], { timeoutMs });
  assert.is(answer.stderr, 'git ls-remote did not end within 0.5 s');
  await noneOf(ssh);
});

test.run();
