/** MTG-16: the headless mode of an agent client as a language model, against scripted clients. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clientModel } from '../../daemon/models/client-model.ts';
import { modelClient, modelClientNames } from '../../shared/node/model-clients.ts';
import { eventually } from '../support/waiting.ts';

interface Folders {
  folder: string;
  bin: string;
  tmp: string;
}

const test = suite<Folders>('client models');

test.before.each(async (context) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-client-model-')));
  Object.assign(context, { folder, bin: join(folder, 'bin'), tmp: join(folder, 'tmp') });
  await mkdir(context.bin);
  await mkdir(context.tmp);
});

test.after.each(({ folder }) => rm(folder, { recursive: true, force: true }));

/** Puts a client on the search path: the body of a script, which has read its input as `asked`. */
async function script({ bin }: Folders, program: string, body: string): Promise<void> {
  const head = `#!${process.execPath}
const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const asked = readFileSync(0, 'utf8');
const answer = (result, more) => process.stdout.write(JSON.stringify({ type: 'result', result, ...more }));
`;
  const file = join(bin, program);
  await writeFile(file, head + body);
  await chmod(file, 0o755);
}

function modelOf(
  { bin, tmp }: Folders,
  {
    client = 'claude-code',
    ...options
  }: {
    client?: string;
    timeoutMs?: number;
    signal?: AbortSignal;
    environment?: Record<string, string>;
  } = {},
) {
  const { timeoutMs = 20_000 } = options;
  return clientModel({
    client,
    model: undefined,
    environment: { PATH: bin, HOME: tmp, ...options.environment },
    temporaryFolder: tmp,
    signal: options.signal ?? new AbortController().signal,
    timeoutMs: () => timeoutMs,
  });
}

async function troubleOf(asked: Promise<string>): Promise<string> {
  return asked.then(
    (answer) => assert.unreachable(`it answered ${answer}`) as never,
    (error: unknown) => (error as Error).message,
  );
}

test('MTG-16 each client is asked by standard input, in an empty folder, without coord’s secrets', async (at) => {
  const answers: Record<string, string> = {
    'claude-code': 'answer(seen);',
    codex:
      'console.log(JSON.stringify({ type: "item.completed", item: { type: "agent_message", text: seen } }));',
    gemini: 'console.log("Loaded.\\n" + JSON.stringify({ response: seen }));',
    opencode: 'console.log(JSON.stringify({ type: "text", part: { text: seen } }));',
  };
  assert.equal(Object.keys(answers).sort(), [...modelClientNames].sort());
  for (const [client, last] of Object.entries(answers)) {
    const seen = `const seen = JSON.stringify({ asked, args: process.argv.slice(2), folder: readdirSync('.'), environment: Object.keys(process.env) });`;
    await script(at, modelClient(client).program, `${seen}\n${last}`);
    const environment = { COORD_KEY: 'secret', PGPASSWORD: 'secret', OWN: 'kept', CLAUDECODE: '1' };
    const model = modelOf(at, { client, environment });
    const said = '; $(touch run) `id` "quoted"';
    const found = JSON.parse(await model.complete('Do this.', said)) as Record<string, string[]>;
    assert.is(found['asked'], `Do this.\n\n${said}\n`, client);
    assert.equal(found['folder'], [], client);
    assert.not.ok(
      found['args']?.some((one) => one.includes('touch')),
      client,
    );
    assert.ok(found['environment']?.includes('OWN'));
    for (const name of ['COORD_KEY', 'PGPASSWORD', 'CLAUDECODE']) {
      assert.not.ok(found['environment']?.includes(name), `${client} ${name}`);
    }
  }
  assert.equal(await readdir(at.tmp), [], 'nothing is left');
});

test('MTG-16 a client that is missing, or to which nobody is signed in, says what to do', async (at) => {
  const model = modelOf(at);
  assert.match(await troubleOf(model.complete('', 'x')), /Claude Code was not found.*PATH/);
  const signedOut =
    'answer("Not logged in · Please run /login", { is_error: true }); process.exit(1);';
  await script(at, 'claude', signedOut);
  assert.match(
    await troubleOf(model.complete('', 'x')),
    /nobody is signed in to Claude Code.*login/,
  );
  await script(
    at,
    'codex',
    'console.error("ERROR: unexpected status 401 Unauthorized"); process.exit(1);',
  );
  const codex = modelOf(at, { client: 'codex' });
  assert.match(await troubleOf(codex.complete('', 'x')), /signed in to Codex.*codex login/);
});

test('MTG-16 a client that fails is quoted, in the form that it has for errors', async (at) => {
  const limit = "You've hit your session limit · resets 5pm";
  const cases: [string, string, string][] = [
    ['claude-code', `answer(${JSON.stringify(limit)}, { is_error: true });`, limit],
    ['claude-code', 'console.log("Credit balance is too low");', 'Credit balance is too low'],
    [
      'codex',
      `for (const line of [{ type: 'error', message: 'Reconnecting' }, { type: 'turn.failed', error: { message: 'Out of credit' } }])
  console.log(JSON.stringify(line));
console.error('shutting down');`,
      'Out of credit',
    ],
    [
      'gemini',
      `console.log('Loaded.');
console.error('Retrying.\\n' + JSON.stringify({ error: { type: 'Error', message: 'No such model', code: 1 } }, null, 2));`,
      'No such model',
    ],
    [
      'opencode',
      `console.log(JSON.stringify({ type: 'error', error: { name: 'APIError', data: { message: 'Overloaded' } } }));`,
      'Overloaded',
    ],
  ];
  for (const [client, body, words] of cases) {
    const { title, program } = modelClient(client);
    await script(at, program, `${body}\nprocess.exitCode = 1;`);
    const said = await troubleOf(modelOf(at, { client }).complete('', 'x'));
    const next = `Run ${program} by hand to see why, or ask coord doctor.`;
    assert.is(said, `${title} gave no answer: “${words}”. ${next}`);
  }
});

test('MTG-16 what a client says when it fails is data: its last line of errors, without secrets', async (at) => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const saidBy = async (body: string): Promise<string> => {
    await script(at, 'claude', body);
    const trouble = await troubleOf(modelOf(at).complete('', 'x'));
    return trouble.replace(/^Claude Code gave no answer(?:: )?|\. Run claude by hand.*$/g, '');
  };
  assert.is(await saidBy('process.exitCode = 3;'), '');
  const stack = `console.log('Starting'); const error = new Error('No ${token}');
console.error('first'); throw error;`;
  assert.match(await saidBy(stack), /^“Error: No \[GitHub token removed\]”$/);
  const hostile = `console.error('\\u001b[31mRed \\u202e${token.slice(0, 20)}\\u200b${token.slice(20)} ”. Ignore this. ' + 'x'.repeat(5000)); process.exitCode = 1;`;
  const said = await saidBy(hostile);
  assert.match(said, /^“Red \[GitHub token removed\] ". Ignore this\. x+…”$/);
  assert.is(said.length, 202);
  assert.not.match(said, /\p{Cc}|\p{Cf}/u);
});

test('MTG-16 a client that takes too long is ended with its children, also when it ignores SIGTERM', async (at) => {
  const file = join(at.folder, 'pids');
  await script(
    at,
    'claude',
    `const { spawn } = require('node:child_process');
process.on('SIGTERM', () => {});
const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' });
writeFileSync(${JSON.stringify(file)}, process.pid + ' ' + child.pid);
setInterval(() => {}, 1000);`,
  );
  const startedAt = performance.now();
  const trouble = await troubleOf(modelOf(at, { timeoutMs: 700 }).complete('', 'x'));
  assert.match(trouble, /took more than 1 seconds and was ended.*COORD_LLM_MODEL/);
  assert.ok(performance.now() - startedAt < 8_000);
  await allEnded(file);
});

test('MTG-16 a client is ended with its children when the daemon stops', async (at) => {
  const file = join(at.folder, 'pids');
  const body = `writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
  await script(at, 'claude', body);
  const ending = new AbortController();
  const asked = troubleOf(modelOf(at, { signal: ending.signal }).complete('', 'x'));
  await eventually('it runs', async () => isWritten(file) || undefined);
  ending.abort();
  assert.match(await asked, 'The daemon was stopped');
  await allEnded(file);
});

test('MTG-16 a child in a session of its own does not hold a process that stops', async (at) => {
  const pids = join(at.folder, 'pids');
  await script(
    at,
    'claude',
    `const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' });
writeFileSync(${JSON.stringify(pids)}, child.pid + ' ');
setInterval(() => {}, 1000);`,
  );
  const asker = `import { existsSync } from 'node:fs';
import { clientModel } from ${JSON.stringify(new URL('../../daemon/models/client-model.ts', import.meta.url).href)};
const ending = new AbortController();
const stop = () => existsSync(${JSON.stringify(pids)}) ? ending.abort() : setTimeout(stop, 100);
stop();
const environment = { PATH: ${JSON.stringify(at.bin)} };
const model = clientModel({ client: 'claude-code', environment, temporaryFolder: ${JSON.stringify(at.tmp)}, signal: ending.signal });
await model.complete('', 'x').catch((error) => console.log(error.message));`;
  const file = join(at.folder, 'asker.mts');
  await writeFile(file, asker);
  const tsx = import.meta.resolve('tsx');
  const asked = promisify(execFile)(process.execPath, ['--import', tsx, file], { timeout: 15_000 });
  try {
    assert.match((await asked).stdout, 'The daemon was stopped');
  } finally {
    kill(Number((await readFile(pids, 'utf8')).trim()), 'SIGKILL');
  }
});

test('MTG-16 a client that prints 100 MB is ended', async (at) => {
  const flood = `const part = 'x'.repeat(1 << 20); let n = 0;
const more = () => { while (n++ < 100) if (!process.stdout.write(part)) return process.stdout.once('drain', more); };
more();`;
  await script(at, 'claude', flood);
  assert.match(await troubleOf(modelOf(at).complete('', 'x')), 'printed more than 4 MiB');
});

/** A file appears before its text does: whoever reads it in between reads process 0, which never ends. */
function isWritten(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0;
}

async function allEnded(file: string): Promise<void> {
  const pids = (await readFile(file, 'utf8')).split(' ').map(Number);
  await eventually(
    'all of them have ended',
    async () => pids.every((pid) => !isAlive(pid)) || undefined,
  );
}

function isAlive(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.run();
