/** Whatever others wrote, a command prints nothing that a terminal obeys or nobody sees. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeCommands } from '../../cli/program.ts';
import { openOutput } from '../../cli/terminal/output.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import { requestOf } from '../../shared/api/client.ts';
import { operations, type JsonOperationName } from '../../shared/api/operations.ts';
import { json, makeSandbox, run, start, type Running, type Sandbox } from '../cli/support.ts';
import { hostileCharacters, hostileLine, hostileText, unseenIn } from '../support/hostile-text.ts';
import { send } from '../support/http.ts';

interface Context {
  sandbox: Sandbox;
  relay: Running;
  url: string;
  keys: Record<'ada' | 'bob', string>;
}

const test = suite<Context>('commands and the texts of others');

const name = `Ada ${hostileLine}`;
const title = `Title ${hostileLine}`;
const text = `First ${hostileText} end`;
const file = `src/${hostileLine}.ts`;

test.before(async (context) => {
  const sandbox = (context.sandbox = await makeSandbox());
  const add = (email: string) => ['relay', 'user', 'add', '--email', email, '--name', name];
  const ada = await json<{ key: string }>(add('ada@example.com'), sandbox);
  const bob = await json<{ key: string; user_id: string }>(add('bob@example.com'), sandbox);
  context.keys = { ada: ada.key, bob: bob.key };
  context.relay = start(['relay', '--port', '0', '--json'], sandbox);
  context.url = (JSON.parse(await context.relay.line()) as { url: string }).url;
  await run(['login', '--relay', context.url], sandbox, { input: `${ada.key}\n` });
  await run(['workspace', 'create', 'shop'], sandbox);
  await run(['workspace', 'add-member', bob.user_id], sandbox);
});

test.after(async ({ relay, sandbox }) => {
  relay.stop();
  await relay.finished;
  await sandbox.remove();
});

async function ask(
  { url, keys }: Context,
  who: keyof Context['keys'],
  [operation, input]: readonly [JsonOperationName, Readonly<Record<string, unknown>>],
): Promise<Readonly<Record<string, unknown>>> {
  const { path, body } = requestOf(operations[operation], input);
  const { method } = operations[operation];
  const headers = { authorization: `Bearer ${keys[who]}`, 'content-type': 'application/json' };
  const answer = await send(url, { method, path, headers, body });
  assert.ok(answer.status < 300, `${operation}: ${answer.text}`);
  return answer.body as Readonly<Record<string, unknown>>;
}

/** Ada writes hostile text into whatever there is; answers the ids of what has a page of its own. */
async function plant(context: Context): Promise<Record<string, string>> {
  const ada = (...asked: Parameters<typeof ask>[2]) => ask(context, 'ada', asked);
  const bob = (...asked: Parameters<typeof ask>[2]) => ask(context, 'bob', asked);
  const { workspaces } = await ada('listWorkspaces', {});
  const { id, slug: workspace_slug } = (workspaces as { id: string; slug: string }[])[0] ?? {};
  const hook = { workspace_slug, agent_type: 'bot', branch: `b${hostileLine}`, task: text };
  for (const [who, conversation_id] of [
    [ada, 'a'],
    [bob, 'b'],
  ] as const)
    await who('hook', { ...hook, event: 'beforeSubmitPrompt', conversation_id });
  const edit = { ...hook, event: 'postToolUse', file_path: file };
  await ada('hook', { ...edit, conversation_id: 'a' });
  await bob('hook', { ...edit, event: 'preToolUse', conversation_id: 'b' });
  await ada('changeWorkspace', { id, name: title });
  await ada('createKey', { name: `key${hostileLine}` });
  const symbol = { name: `f${hostileLine}`, kind: 'function', start_line: 1, end_line: 2 };
  const publish = (hash: string) => {
    const known = { signature: text, exported: true, meaning_hash: hash, signature_hash: hash };
    const symbols = [{ ...symbol, ...known }];
    return ada('publishSymbols', { id, files: [{ path: file, parsed: true, symbols }] });
  };
  await publish('one');
  const words = { title, rationale: text };
  const decision = await ada('decide', { id, ...words, decision_type: 'other', files: [file] });
  await publish('two');
  await ada('proposeConvention', { id, ...words, affected_files: [file], tier: 'should' });
  const workstream = await ada('startWorkstream', { id, title, description: text });
  const work = { id, workstream: workstream['slug'], title, description: text };
  const task = await ada('createTask', { ...work, context: { [hostileText]: text } });
  await ada('publishContract', { id, name: 'api', description: text, schema: `/* ${text} */` });
  const asking = { id, session_id: 'b', file, rationale: text };
  const negotiation = await bob('openNegotiation', asking);
  const meeting = await ada('ingestMeeting', {
    workspace_id: id,
    title,
    transcript: `Ada: We decided to use ${hostileLine} for ${file}.\nBob: I will write ${file}. ${text}`,
  });
  await ada('confirmReady', {
    ...{ id, workstream_slug: workstream['slug'], commit_sha: 'a'.repeat(40) },
    test_results: [{ test_file: file, test_name: title, status: 'failed', error_message: text }],
  });
  return {
    ...{ 'decisions show': String(decision['id']), 'workstream show': String(workstream['slug']) },
    ...{ 'tasks show': String(task['id']), 'contracts show': 'api' },
    ...{ 'negotiate show': String(negotiation['id']), 'meeting show': String(meeting['id']) },
    'packages show': String((meeting['work_packages'] as { id: string }[])[0]?.id),
  };
}

/** What only shows. A command that is in neither list fails the test. */
const showing = [
  ...['status', 'feed', 'search', 'doctor', 'decisions list', 'decisions show', 'decisions stale'],
  ...['conventions list', 'workstream list', 'workstream show', 'tasks list', 'tasks show'],
  ...[
    'contracts list',
    'contracts show',
    'meeting list',
    'meeting show',
    'packages list',
    'packages show',
  ],
  ...['negotiate list', 'negotiate show', 'gate flakes', 'gate log', 'key list'],
  ...['workspace list', 'workspace members', 'workspace invitations', 'whoami'],
];
/** What changes something, speaks a protocol, or needs a daemon. All of them print through the same file. */
const doing = [
  ...[
    'demo',
    'daemon',
    'relay',
    'relay tier',
    'relay user add',
    'relay user key',
    'init',
    'hook',
    'mcp',
    'login',
    'watch',
    'radar',
  ],
  ...[
    'decide',
    'decisions reaffirm',
    'decisions accept',
    'decisions decline',
    'conventions propose',
    'conventions accept',
    'conventions retire',
    'conventions withdraw',
  ],
  ...['workstream start', 'workstream join', 'workstream leave', 'workstream end'],
  ...['workstream complete', 'tasks add', 'tasks claim', 'tasks done', 'tasks cancel'],
  ...['meeting confirm', 'meeting drop', 'meeting edit', 'meeting assign', 'meeting review'],
  ...['contracts publish', 'meeting ingest', 'meeting record', 'packages claim', 'packages start'],
  ...['packages complete', 'negotiate open', 'negotiate respond', 'negotiate settle', 'wait'],
  ...['gate run', 'gate discover', 'gate record', 'gate retract', 'gate set', 'gate trust'],
  ...['key create', 'key revoke', 'workspace create', 'workspace use', 'workspace add-member'],
  ...['workspace remove-member', 'workspace set', 'workspace revoke-invitation'],
  ...['invite', 'join', 'open'],
];
/** What else a command needs on its line. */
const more: Readonly<Record<string, readonly string[]>> = {
  feed: ['--no-follow', '--since', '0', '--all'],
  search: ['Title'],
};

const colours = /\u001b\[(1|2|22|31|32|33|36|39)m/g;

function isSeen(printed: string, about: string): void {
  assert.equal(unseenIn(printed.replace(colours, '')), [], `${about}: ${JSON.stringify(printed)}`);
}

test('TXT-5 every command is known here', () => {
  const terminal = { output: {}, errors: {}, environment: {} } as unknown as Terminal;
  const found = leavesOf(
    describeCommands(terminal, () => undefined),
    [],
  );
  assert.equal(found.toSorted(), [...showing, ...doing].toSorted());
});

function leavesOf(command: Command, path: readonly string[]): string[] {
  const below = command.commands.flatMap((one) => leavesOf(one, [...path, one.name()]));
  const isOne = below.length === 0 || path.join(' ') === 'relay';
  return isOne ? [path.join(' '), ...below] : below;
}

test('TXT-5 lists and pages print what others wrote without what is not seen, and JSON exactly', async (context) => {
  const ids = await plant(context);
  const { sandbox } = context;
  let exact = 0;
  for (const command of showing) {
    const id = ids[command];
    const args = [
      ...command.split(' '),
      ...(id === undefined ? [] : [id]),
      ...(more[command] ?? []),
    ];
    const folder = { directory: sandbox.repository };
    for (const live of [false, true]) {
      const printed = await run(args, sandbox, { ...folder, live });
      assert.ok(printed.code === 0 || command === 'doctor', `${command}: ${printed.err}`);
      isSeen(printed.out, command);
      isSeen(printed.err, command);
    }
    const asJson = await run([...args, '--json'], sandbox, folder);
    isSeen(asJson.out, `${command} --json`);
    const values = asJson.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    if (JSON.stringify(values).includes(JSON.stringify(hostileLine).slice(1, -1))) exact += 1;
  }
  assert.ok(exact >= 15, `only ${exact} commands showed what was planted`);
});

test('TXT-5 errors quote what was typed without what is not seen', async ({ sandbox }) => {
  const typed = [
    ['tasks', 'show', hostileText],
    ['decisions', 'show', hostileLine],
    ['workstream', 'show', hostileText],
    ['meeting', 'ingest', hostileText],
    ['contracts', 'publish', 'x', '--file', hostileText],
    ['workspace', 'use', hostileText],
    [`--${hostileText}`],
    [hostileText],
    ['status', '--relay', `http://${hostileText}`],
  ];
  for (const args of typed) {
    for (const given of [args, [...args, '--json']]) {
      const { code, out, err } = await run(given, sandbox);
      assert.is.not(code, 0, JSON.stringify(given));
      isSeen(out, JSON.stringify(given));
      isSeen(err, JSON.stringify(given));
    }
  }
});

test('TXT-5 the doctor shows a folder by its exact name', async ({ sandbox }) => {
  const directory = join(sandbox.folder, 'sh\u202eop');
  mkdirSync(directory);
  execFileSync('git', ['init', '-q', directory]);
  const { out, err } = await run(['doctor'], sandbox, { directory });
  isSeen(out + err, 'doctor');
  assert.match(out, String.raw`sh\u{202e}op`);
});

test('TXT-5 whatever a command prints, and however', () => {
  for (const isTTY of [false, true]) {
    const [output, errors] = [new PassThrough(), new PassThrough()];
    const terminal = {
      environment: {},
      output: Object.assign(output, { isTTY }),
      errors: Object.assign(errors, { isTTY }),
    } as unknown as Terminal;
    const { show, write, note, progress, redraw, style } = openOutput(terminal, { json: false });
    show({}, () => style.red(`a${hostileText}b`));
    write(`a${hostileText}b`);
    note(`a${hostileText}b`);
    progress?.(`a${hostileText}b`);
    if (isTTY) redraw(`a${hostileText}b`);
    const own = String.raw`^(\r\u001b\[K)|(\r\u001b\[K)$|(\u001b\[H\u001b\[2J)`;
    for (const stream of [output, errors]) {
      const printed = String(stream.read()).replace(new RegExp(own, 'gm'), '');
      const [first = ''] = printed.replace(colours, '').split('\n');
      assert.match(first, /^a/);
      isSeen(printed, `a terminal: ${isTTY}`);
    }
  }
  assert.ok(Object.keys(hostileCharacters).length > 30);
});

test.run();
