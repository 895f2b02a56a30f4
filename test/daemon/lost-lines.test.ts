/** What a commit has is not lost when Git takes it out of the work tree, in whatever form the repository keeps it. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { committed, EditingAgents } from './editing-agents.ts';
import { git, Sandbox, TestDaemon } from './support.ts';

const test = suite('lost lines');
const sandbox = new Sandbox();
test.after(() => sandbox.remove());

const source = "export function a() { return 'a'; }\n\nexport function b() { return 'b'; }\n";
/** Longer than a daemon waits for the end of a rebase. */
const settledMs = 2_500;

const repositories: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'with SHA-256': [['init', '-q', '-b', 'main', '--object-format=sha256']],
  'that turns line ends': [
    ['init', '-q', '-b', 'main'],
    ['config', 'core.autocrlf', 'true'],
  ],
};

/** A repository with two files, checked out as it is told to. */
function repository(name: string): string {
  const root = sandbox.folder(name);
  for (const args of repositories[name] ?? []) git(root, ...args);
  git(root, 'config', 'user.name', 'Ana');
  git(root, 'config', 'user.email', 'ana@example.com');
  return root;
}

for (const name of Object.keys(repositories)) {
  test(`RSV-6: in a repository ${name} what is committed is not told as lost, and the rest is`, async () => {
    const root = repository(name);
    const [kept, lost] = [committed(root, source), committed(root, source)];
    git(root, 'rm', '-q', '--cached', '.', '-r');
    git(root, 'reset', '-q', '--hard');
    const daemon = await TestDaemon.start(root, sandbox.folder(`${name} home`));
    const agents = new EditingAgents(daemon);
    await agents.edit('kim', kept, ["return 'a';", "return 'aa';"]);
    git(root, 'commit', '-q', '-a', '-m', 'what Kim wrote');
    await agents.edit('lea', lost, ["return 'b';", "return 'bb';"]);
    git(root, 'reset', '-q', '--hard', 'HEAD~1');
    const gone = 'is gone from your work tree';
    await eventually('what Lea has lost', async () =>
      (await agents.notices('lea')).join().includes(`${lost} ${gone}`) ? true : undefined,
    );
    await delay(settledMs);
    assert.not.match((await agents.notices('kim')).join(), gone);
    await daemon.daemon.close();
  });
}

test.run();
