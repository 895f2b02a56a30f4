import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { git, Sandbox, TestDaemon, TestRelay, write, type Account } from './support.ts';

const test = suite('what the team knows, at the daemon');
const sandbox = new Sandbox();
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
const root = sandbox.repository('shop');
const home = sandbox.folder('home');
let owner: Account;
let daemon: TestDaemon;

test.before(async () => {
  await relay.start();
  owner = await relay.join('Ana');
  daemon = await start();
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  await relay.stop();
  sandbox.remove();
});

function start(): Promise<TestDaemon> {
  return TestDaemon.start(root, home, { kind: 'remote', url: relay.url, key: owner.key });
}

async function propose(title: string, glob: string): Promise<string> {
  const path = `/workspaces/${owner.workspaceId}/conventions`;
  const body = { title, tier: 'must', affected_files: [glob] };
  return String((await daemon.send('POST', path, body)).body['id']);
}

function permission(path: string): Promise<Record<string, unknown>> {
  return daemon.hook('preToolUse', 'a', { file_path: path });
}

function until(what: 'allow' | 'deny', path: string): Promise<boolean> {
  return eventually(`${path} ${what}`, async () =>
    (await permission(path))['permission'] === what ? true : undefined,
  );
}

test('CNV-1: a must convention denies matching writes, for its author too, and names itself', async () => {
  const id = await propose('Generated code is never edited', 'gen/**');
  await until('deny', 'gen/api.ts');
  const { message } = await permission('GEN/api.ts');
  assert.match(String(message), 'Generated code is never edited');
  assert.match(String(message), id);
  assert.equal(await permission('src/auth.ts'), { permission: 'allow' });
});

test('CNV-7: a must that a shell command broke is told to its agent, once for each command', async () => {
  const tool = { tool_name: 'Bash', tool_input: { command: 'npm run generate' } };
  const told = () => daemon.claude('UserPromptSubmit', 'generator', { prompt: 'go on' });
  const command = async (text: string) => {
    await daemon.claude('PreToolUse', 'generator', { ...tool, tool_use_id: text });
    const heard: string[] = [];
    for (const name of ['one', 'two']) {
      write(root, `gen/${name}.ts`, `export const ${name} = ${JSON.stringify(text)};\n`);
      await eventually(`${text} of ${name}`, async () => {
        const { reservations } = await daemon.status();
        return reservations.find(({ file_path: path }) => path === `gen/${name}.ts`);
      });
    }
    await eventually(text, async () => {
      heard.push((await told()).text);
      return heard.join('').includes('forbids that') ? true : undefined;
    });
    await daemon.claude('PostToolUse', 'generator', { ...tool, tool_use_id: text });
    heard.push((await told()).text);
    return heard.join('');
  };
  for (const text of ['first', 'second']) {
    const heard = await command(text);
    assert.is(heard.split('forbids that').length - 1, 1, heard);
    assert.match(heard, /you changed gen\/.+Generated code is never edited/);
  }
});

test('CNV-7: a must that a reported write broke is told with the answer', async () => {
  write(root, 'gen/reported.ts', 'export const reported = 1;\n');
  const body = { file_path: 'gen/reported.ts', tool_name: 'Write', tool_use_id: 'reported' };
  const { message } = await daemon.hook('postToolUse', 'writer', body);
  assert.match(String(message), /you changed gen\/reported.ts,.+Generated code is never edited/);
});

test('CNV-7: of a file that a command removed it is said so', async () => {
  write(root, 'gen/gone.ts', 'export const gone = 1;\n');
  git(root, 'add', 'gen/gone.ts');
  git(root, 'commit', '-q', '-m', 'to be removed');
  const tool = { tool_name: 'Bash', tool_use_id: 'rm', tool_input: { command: 'rm gen/gone.ts' } };
  await daemon.claude('PreToolUse', 'remover', tool);
  rmSync(join(root, 'gen/gone.ts'));
  await eventually('the agent is told', async () => {
    const { text } = await daemon.claude('UserPromptSubmit', 'remover', { prompt: 'go on' });
    return text.includes('you removed gen/gone.ts,') ? true : undefined;
  });
  await daemon.claude('PostToolUse', 'remover', tool);
});

test('CNV-7: a command that takes a change back breaks no must', async () => {
  const committed = 'export const kept = 1;\n';
  write(root, 'gen/kept.ts', committed);
  git(root, 'add', 'gen/kept.ts');
  git(root, 'commit', '-q', '-m', 'generated');
  const told = () => daemon.claude('UserPromptSubmit', 'generator', { prompt: 'go on' });
  const tool = { tool_name: 'Bash', tool_use_id: 'restore' };
  const command = (event: string, text: string) =>
    daemon.claude(event, 'generator', { ...tool, tool_input: { command: text } });
  await command('PreToolUse', 'make generate');
  write(root, 'gen/kept.ts', 'export const kept = 2;\n');
  await eventually('the agent is told', async () => {
    const { text } = await told();
    return text.includes('you changed gen/kept.ts,') ? true : undefined;
  });
  await command('PostToolUse', 'make generate');
  await command('PreToolUse', 'git checkout gen/kept.ts && make other');
  git(root, 'checkout', '-q', 'gen/kept.ts');
  write(root, 'gen/other.ts', 'export const other = 1;\n');
  const heard = await eventually('the agent is told of the other', async () => {
    const { text } = await told();
    return text.includes('forbids that') ? text : undefined;
  });
  await command('PostToolUse', 'git checkout gen/kept.ts && make other');
  assert.match(heard, 'you changed gen/other.ts,');
});

test('CNV-1: a write whose place in the file is known is denied like one of the whole file', async () => {
  await propose('Nobody edits the sums', 'src/sums.ts');
  await until('deny', 'src/sums.ts');
  const symbol = { file_path: 'src/sums.ts', symbol_ids: ['src/sums.ts#add'] };
  assert.is((await daemon.hook('preToolUse', 'a', symbol))['permission'], 'deny');
  const tool_input = { file_path: join(root, 'src/sums.ts'), old_string: 'a', new_string: 'b' };
  const asked = await daemon.claude('PreToolUse', 'c', { tool_name: 'Edit', tool_input });
  assert.match(asked.text, '"deny"');
  assert.match(asked.text, 'Nobody edits the sums');
});

test('CNV-1: it also holds after a restart while the relay is away; CNV-4: until it is retired', async () => {
  const id = await propose('Locked', 'locked.txt');
  await until('deny', 'locked.txt');
  await daemon.daemon.close();
  await relay.stop();
  daemon = await start();
  assert.is((await permission('locked.txt'))['permission'], 'deny');
  await relay.start();
  const path = `/workspaces/${owner.workspaceId}/conventions/${id}`;
  await eventually('the convention retired', async () => {
    const { status } = await daemon.send('PATCH', path, { status: 'retired' });
    return status === 200 ? true : undefined;
  });
  await until('allow', 'locked.txt');
});

test('DEC-1, CNV-2: sync from memory shows decisions and rules of the files', async () => {
  const { workspaceId } = owner;
  await daemon.send('POST', '/decisions', {
    workspace_id: workspaceId,
    title: 'Sessions over tokens',
    rationale: 'They can be revoked',
    type: 'architecture',
    files: ['src/auth.ts'],
  });
  await daemon.send('POST', `/workspaces/${workspaceId}/conventions`, {
    title: 'Log in through login()',
    affected_files: ['src/**'],
  });
  const syncAnswer = async () => {
    const body = { task: 'x', files: 'src/auth.ts' };
    return JSON.stringify(
      (await daemon.send('POST', `/workspaces/${workspaceId}/sync`, body)).body,
    );
  };
  const text = await eventually('the convention in sync', async () => {
    const answer = await syncAnswer();
    return answer.includes('Log in through login()') ? answer : undefined;
  });
  assert.match(text, 'Sessions over tokens');
});

test('DEC-2: the agent whose edit makes a decision stale is notified in that very answer, formatting changes nothing', async () => {
  const { workspaceId } = owner;
  await published('login');
  const { body } = await daemon.send('POST', '/decisions', {
    workspace_id: workspaceId,
    title: 'Nobody is remembered',
    rationale: 'login never sets a cookie',
    type: 'approach',
    files: ['src/auth.ts'],
  });
  const spaced = await daemon.edits('a', 'src/auth.ts', [
    'return { name, rem',
    'return {  name, rem',
  ]);
  assert.not.match(spaced, 'stale');
  const message = await daemon.edits('a', 'src/auth.ts', ['remembered: false', 'remembered: true']);
  assert.match(message, 'Nobody is remembered');
  assert.match(message, String(body['id']));
  const stale = await daemon.send('GET', `/workspaces/${workspaceId}/decisions/stale`);
  assert.match(stale.text, 'Nobody is remembered');
});

test('IMP-1: the session that works on a caller is notified of a changed signature, with its next hook', async () => {
  write(
    root,
    'src/page.ts',
    "import { login } from './auth.ts';\nexport function page() {\n  return login('a');\n}\n",
  );
  const tool = {
    tool_name: 'Write',
    tool_use_id: 'toolu_page',
    tool_input: { file_path: join(root, 'src/page.ts'), content: '' },
  };
  await daemon.claude('PostToolUse', 'b', tool);
  await published('page');
  await daemon.edits('a', 'src/auth.ts', [
    'login(name: string)',
    'login(name: string, again: boolean)',
  ]);
  const message = await eventually('the notification', async () => {
    const { text } = await daemon.claude('UserPromptSubmit', 'b', { prompt: 'go on' });
    return text.includes('signature') ? text : undefined;
  });
  assert.match(message, 'src/auth.ts#login');
  assert.match(message, 'src/page.ts#page');
});

/** Resolves when the relay knows the symbol. */
function published(name: string): Promise<true> {
  const path = `/workspaces/${owner.workspaceId}/symbols?name=${name}`;
  return eventually(`${name} at the relay`, async () => {
    const { body } = await daemon.send('GET', path);
    return (body['symbols'] as unknown[] | undefined)?.length === 1 ? true : undefined;
  });
}

test.run();
