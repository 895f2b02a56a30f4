import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runCommandLine } from '../../cli/program.ts';
import { lineOf } from '../../cli/commands/meeting/details.ts';
import type { Output as Screen } from '../../cli/terminal/output.ts';
import type { Output } from '../../shared/api/operations.ts';
import { json, makeSandbox, run, type Sandbox } from '../cli/support.ts';
import { eventually } from '../support/waiting.ts';
import { suggesting } from './suggesting.ts';

type Meeting = Output<'ingestMeeting'>;

/** A test of commands of somebody at a relay whose reader finds the same four in every transcript. */
function commands(rule: string, name: string, judge: (sandbox: Sandbox) => Promise<void>): void {
  suggesting(rule, name, async (world) => {
    const sandbox = await makeSandbox();
    try {
      const login = ['login', '--relay', world.relay.url];
      await run(login, sandbox, { input: `${world.as('ada').account.key}\n` });
      await judge(sandbox);
    } finally {
      await sandbox.remove();
    }
  });
}

function ingest(sandbox: Sandbox): Promise<Meeting> {
  const args = ['meeting', 'ingest', '-', '--title', 'Standup'];
  return json<Meeting>(args, sandbox, { input: 'Ann: Morning.' });
}

commands(
  'MTG-12',
  'a meeting shows notices first, then each result with what to judge it by, suggestions apart',
  async (sandbox) => {
    const { id, decisions } = await ingest(sandbox);
    const { out } = await run(['meeting', 'show', id], sandbox);
    const short = decisions[0]?.id.slice(0, 10) ?? '';
    const shown = out.split('\n').slice(2);
    const start = out.indexOf('Suggestions, which count only when somebody confirms them');
    assert.is(shown[0], '! Half of it is not in English, and was not read.');
    assert.match(
      out,
      `- Use JWT tokens\n    ${short} · to review · sure · “We use JWT in src/auth.ts.”`,
    );
    assert.match(out, '- Cleo: Write the migration (until 2026-12-04, said as “by Friday”)');
    assert.ok(start > out.indexOf('Write the migration'));
    const suggested = out.slice(start);
    assert.match(suggested, '- Drop the old login page. Nobody opens it.');
    assert.match(suggested, '· unsure · “So the old login page can go, I guess.”');
    const listed = await run(['meeting', 'list'], sandbox);
    assert.match(listed.out, /TO REVIEW\n.* 4\n/);
  },
);

commands(
  'MTG-9',
  'the files of results and suggestions are shown where a person judges them',
  async (sandbox) => {
    const { id } = await ingest(sandbox);
    for (const args of [
      ['show', id],
      ['show', id, '--wide'],
      ['review', id],
    ]) {
      const { out } = await run(['meeting', ...args], sandbox, { input: '' });
      assert.match(out, /“We use JWT in src\/auth\.ts\.”\n {4}files: src\/auth\.ts\n/);
      assert.match(out, /\n {4}files: src\/login\.tsx\n/, 'of a suggestion');
      assert.match(out, /by Friday\.”\n {4}files: db\/migrate\.sql\n/);
      assert.is(out.split('files: ').length, 4, 'who names none has no such line');
    }
  },
);

test('MTG-9 the line of files is short: four of them, what nobody sees written out, and how many more', () => {
  const decision = {
    ...{ id: 'dec_1', title: 'Split it', rationale: '', type: 'approach' },
    affected_files: ['a.ts', 'b\u202e.ts', `${'c'.repeat(300)}.ts`, 'd.ts', 'e.ts', 'f.ts'],
  };
  const meeting = { decisions: [decision], action_items: [] } as unknown as Meeting;
  const output = { wide: false, style: { dim: (text: string) => text } } as unknown as Screen;
  const files = lineOf(output, meeting, 'dec_1').split('\n').at(-1) ?? '';
  assert.match(files, /^ {4}files: a\.ts, b\\u\{202e\}\.ts, c{119}…, d\.ts and 2 more$/);
});

commands(
  'MTG-12',
  'results are confirmed, dropped, changed and assigned by the beginning of their ids',
  async (sandbox) => {
    const made = await ingest(sandbox);
    const { id, suggestions = [], action_items: toDo } = made;
    const [page, ask] = suggestions;
    const meeting = id.slice(0, 12);
    const none = await run(['meeting', 'confirm', meeting], sandbox);
    assert.is(none.code, 2);
    assert.match(none.err, '--all');
    const all = await run(['meeting', 'confirm', meeting, '--all'], sandbox);
    assert.match(all.out, /^dec_\w{20} is confirmed: Use JWT tokens\nact_\w{20} is confirmed/);
    const again = await run(['meeting', 'confirm', meeting, '--all'], sandbox);
    assert.equal([again.code, again.out], [0, 'Nothing waits for a review.\n']);
    const short = page?.id.slice(4, 12) ?? '';
    const edited = await run(['meeting', 'edit', meeting, short, '--title', 'Drop it'], sandbox);
    assert.match(edited.out, `${page?.id} is changed: Drop it`);
    const kept = await json<Meeting>(['meeting', 'confirm', meeting, short], sandbox);
    assert.equal(
      kept.decisions.map(({ title, state }) => [title, state]),
      [
        ['Use JWT tokens', 'confirmed'],
        ['Drop it', 'confirmed'],
      ],
    );
    const day = ['--deadline', 'none', '--priority', 'high', '--action', 'Write it'];
    const first = toDo[0]?.id ?? '';
    const moved = await json<Meeting>(['meeting', 'edit', meeting, first, ...day], sandbox);
    const [item] = moved.action_items;
    assert.equal([item?.action, item?.deadline, item?.priority], ['Write it', undefined, 'high']);
    const assigned = await run(['meeting', 'assign', meeting, first, 'Dana'], sandbox);
    assert.is(
      assigned.out,
      `${first} is with Dana: Write it\n` +
        'No member of this workspace is meant by Dana, or several are: the name is kept as it was given, and no work package goes to anybody.\n',
    );
    const dropped = await run(['meeting', 'drop', meeting, first, ask?.id ?? ''], sandbox);
    assert.match(dropped.out, `${first} is dropped: Write it\n${ask?.id} is dropped`);
    const shown = await run(['meeting', 'show', meeting], sandbox);
    assert.match(shown.out, /confirmed by \S+, \d{4}-\d\d-\d\d · unsure/);
    assert.not.match(shown.out, 'Suggestions');
  },
);

commands(
  'MTG-12',
  'an option of the other kind of result is refused, and a change says the new values',
  async (sandbox) => {
    const { id, decisions, action_items: toDo } = await ingest(sandbox);
    const [decision = '', action = ''] = [decisions[0]?.id, toDo[0]?.id];
    const foreign = await run(['meeting', 'edit', id, action, '--title', 'foo'], sandbox);
    assert.is(foreign.code, 2);
    assert.match(
      foreign.err,
      `--title does not fit: ${action} is an action item, which takes --action, --assignee, --deadline, --priority.`,
    );
    const other = await run(['meeting', 'edit', id, decision, '--deadline', 'none'], sandbox);
    assert.match(other.err, `${decision} is a decision, which takes --title, --rationale.`);
    const { out } = await run(['meeting', 'show', id], sandbox);
    assert.match(out, 'Write the migration');
    const day = ['--deadline', '2026-12-11', '--priority', 'high'];
    const changed = await run(['meeting', 'edit', id, action, ...day], sandbox);
    assert.match(changed.out, / is changed: .+ \(deadline 2026-12-11, priority high\)\n/);
  },
);

commands(
  'MTG-8',
  'whom an action item is assigned to is said to have its work package, too',
  async (sandbox) => {
    const made = await ingest(sandbox);
    const [first] = made.action_items;
    const name = 'Ada';
    const { out } = await run(['meeting', 'assign', made.id, first?.id ?? '', name], sandbox);
    const shown = await run(['meeting', 'show', made.id], sandbox);
    assert.match(out, /\npkg_\w+ is claimed with it, for ada: /i, `${out}\n${shown.out}`);
    const freed = await run(['meeting', 'assign', made.id, first?.id ?? '', 'none'], sandbox);
    assert.match(freed.out, / is with nobody: .*\npkg_\w+ is open again, for whoever claims it: /);
    await run(['meeting', 'assign', made.id, first?.id ?? '', name], sandbox);
    const dropped = await run(['meeting', 'drop', made.id, first?.id ?? ''], sandbox);
    assert.match(
      dropped.out,
      / is dropped: .*\npkg_\w+ is no longer with ada, for nothing of it is left: /i,
    );
  },
);

commands(
  'CMD-4',
  'an id of no result, and one that is too short, say what to do',
  async (sandbox) => {
    const { id } = await ingest(sandbox);
    const unknown = await run(['meeting', 'drop', id, 'dec_zzzzzz'], sandbox);
    assert.is(unknown.code, 1);
    assert.match(unknown.err, `coord meeting show ${id}`);
    const short = await run(['meeting', 'drop', id, 'dec_z'], sandbox);
    assert.match(short.err, 'at least 4 characters');
    const nothing = await run(['meeting', 'edit', id, 'dec_zzzzzz'], sandbox);
    assert.is(nothing.code, 2);
    assert.match(nothing.err, '--deadline');
  },
);

/** A person at a terminal who types an answer whenever the screen ends with a question; `end` is the end of the input. */
async function type(sandbox: Sandbox, args: readonly string[], answers: readonly string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  let seen = '';
  for (const stream of [output, errors])
    stream.on('data', (chunk: Buffer) => (seen += stripVTControlCharacters(chunk.toString())));
  let isOver = false;
  const code = runCommandLine(args, {
    environment: { PATH: process.env['PATH'], COORD_HOME: sandbox.home, NO_COLOR: '1' },
    platform: process.platform,
    homeDirectory: sandbox.folder,
    directory: sandbox.repository,
    nodeVersion: process.version,
    command: ['coord'],
    input,
    output: Object.assign(output, { isTTY: true, columns: 200 }),
    errors: Object.assign(errors, { isTTY: true, columns: 200 }),
    stopRequested: () => new Promise(() => undefined),
    atExit: () => () => undefined,
  }).finally(() => (isOver = true));
  for (const answer of answers) {
    const before = seen.length;
    if (answer === 'end') input.end();
    else input.write(answer);
    await eventually(`it goes on after ${answer}`, async () => {
      const asks = seen.length > before && /(?:quit|\]|does it): $/.test(seen);
      return asks || isOver || undefined;
    });
  }
  return { code: await code, seen };
}

commands(
  'MTG-12',
  'a person at a terminal walks through what waits, one key for each',
  async (sandbox) => {
    const { id } = await ingest(sandbox);
    const answers = ['x', 'c', 'a', 'Dana\n', 'c', 'e', 'Drop the page\n', 'c', 's'];
    const { code, seen } = await type(sandbox, ['meeting', 'review', id], answers);
    assert.is(code, 0, seen);
    assert.match(seen, 'Decision: Use JWT tokens');
    assert.match(seen, 'Suggested decision: Drop the old login page');
    assert.match(seen, 'Reviewed 3; 1 still wait');
    const after = await json<Meeting>(['meeting', 'show', id], sandbox);
    assert.equal(
      after.decisions.map(({ title, state }) => [title, state]),
      [
        ['Use JWT tokens', 'confirmed'],
        ['Drop the page', 'confirmed'],
      ],
    );
    assert.equal(
      [after.action_items[0]?.assignee, after.action_items[0]?.state],
      ['Dana', 'confirmed'],
    );
    assert.is(after.suggestions?.length, 1);
    const quit = await type(sandbox, ['meeting', 'review', id], ['q']);
    assert.match(quit.seen, 'Reviewed 0; 1 still wait');
  },
);

for (const [called, key] of [
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
  ['the end of the input', 'end'],
] as const)
  commands(
    'MTG-9',
    `${called} at a question of a review leaves it, and what was decided stays`,
    async (sandbox) => {
      const { id } = await ingest(sandbox);
      for (const [answers, said] of [
        [['c', 'e', key], 'Reviewed 1; 3 still wait.'],
        [['a', key], 'Reviewed 0; 3 still wait.'],
      ] as const) {
        const { code, seen } = await type(sandbox, ['meeting', 'review', id], answers);
        assert.is(code, 0, seen);
        assert.match(seen, new RegExp(`(?:\\]|does it): \\n${said}\\n$`));
      }
      const { decisions, action_items: items } = await json<Meeting>(
        ['meeting', 'show', id],
        sandbox,
      );
      assert.equal(
        [decisions[0]?.state, items[0]?.action, items[0]?.assignee, items[0]?.state],
        ['confirmed', 'Write the migration', 'Cleo', 'found'],
      );
    },
  );

commands(
  'MTG-12',
  'in a pipe a review prints what it would ask, and ends with 2',
  async (sandbox) => {
    const { id } = await ingest(sandbox);
    const piped = await run(['meeting', 'review', id], sandbox, { input: '' });
    assert.is(piped.code, 2);
    assert.match(piped.out, 'Decision: Use JWT tokens');
    assert.match(piped.out, 'Suggested action item: Ask the customers');
    assert.match(piped.err, 'coord meeting confirm');
    const listed = await run(['meeting', 'review', id, '--json'], sandbox);
    assert.is((JSON.parse(listed.out) as unknown[]).length, 4);
    await run(['meeting', 'confirm', id, '--all'], sandbox);
    await run(['meeting', 'drop', id, ...(await suggestedIn(id, sandbox))], sandbox);
    const empty = await run(['meeting', 'review', id], sandbox, { input: '' });
    assert.equal([empty.code, empty.out], [0, 'Nothing waits for a review.\n']);
  },
);

async function suggestedIn(id: string, sandbox: Sandbox): Promise<string[]> {
  const { suggestions = [] } = await json<Meeting>(['meeting', 'show', id], sandbox);
  return suggestions.map((one) => one.id);
}

test.run();
