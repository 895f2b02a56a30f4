import { Command } from 'commander';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { messageFor } from '../../cli/command-line/refusal-message.ts';
import { operations } from '../../shared/api/operations.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { run, withOwnRelay, type OwnRelay } from './support.ts';

const test = suite<OwnRelay>('own names');
withOwnRelay(test);

const fields =
  /\b(files|affected_\w+|decision_\w+|session_id|to_session|depends_on|\w+_ms|user_id|participants|cid|pid)\b/;

test('CMD-2: a person reads the option or argument that is wrong, never a field of the interface', async ({
  sandbox,
}) => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) => ['--file', `src/${at}.ts`]).flat();
  const long = 'x'.repeat(301);
  const wrong: [string[], string][] = [
    [
      ['decide', 'x', '--workspace', 'shop', ...files(101)],
      '--file has 101 items; at most 100 are taken.',
    ],
    [['decide', ' '], '<title> is empty.'],
    [['decide', long], '<title> has 301 characters; at most 300 are taken.'],
    [['conventions', 'propose', 'x', ...files(51)], '--file has 51 items; at most 50 are taken.'],
    [['tasks', 'list', '--limit', '501'], '--limit is 501; it must be at most 500.'],
    [['decisions', 'list', '--before', 'x'], '--before is no cursor of this list.'],
    [['search', ' '], '<query> is empty.'],
    [['key', 'create', '--name', ''], '--name is empty.'],
    [['workstream', 'start', 'x', '--slug', 'A b'], '--slug must be lower-case letters'],
    [['workspace', 'create', ' ', '--slug', 'x'], '<name> is empty.'],
  ];
  for (const [words, sentence] of wrong) {
    const { code, out, err } = await run(words, sandbox);
    const title = `coord ${words.slice(0, 4).join(' ')}: ${err}`;
    assert.is(code, 2, title);
    assert.is(out, '', title);
    const [said = ''] = err.split('\n');
    assert.ok(said.startsWith(`coord: ${sentence}`), title);
    assert.not.match(said, fields, title);
    assert.match(err, 'Usage: coord ', title);
  }
});

test('CMD-2: a sentence of its own stands behind the option and a colon', () => {
  const command = new Command('accept').option('--give <symbols>').option('--limit <number>');
  const said = (field: string, message: string) =>
    messageFor(refuse('ValidationError', message, { field }), command);
  assert.is(said('split', 'split: nobody gets login.'), '--give: nobody gets login.');
  assert.is(said('limit', 'limit: must be at most 5.'), '--limit must be at most 5.');
});

test('CMD-3: a person reads commands, never the tools of agents', () => {
  const message = 'workstream_slug is missing, and none is named. workstream_list shows them.';
  const refusal = refuse('ValidationError', message, { field: 'workstream_slug' });
  const command = new Command('record').option('--workstream <slug>');
  assert.is(
    messageFor(refusal, command),
    '--workstream is missing, and none is named. coord workstream list shows them.',
  );
  const lists = Object.values(operations).flatMap((one) =>
    'tool' in one && one.tool?.endsWith('_list') ? one.tool : [],
  );
  assert.is(lists.length, 4);
  for (const tool of lists)
    assert.match(
      messageFor(refuse('NotFound', `No such one. ${tool} shows them.`), command),
      /^No such one\. coord \w+ list shows them\.$/,
    );
});

test('CMD-3: whoever names what is not there reads which command lists what is', async ({
  sandbox,
}) => {
  const unknown: [string, string][] = [
    ['tasks show tsk_00000000000000000000', 'coord tasks list'],
    ['tasks done tsk_00000000000000000000', 'coord tasks list'],
    ['decisions show dec_00000000000000000000', 'coord decisions list'],
    ['decide x --supersedes dec_00000000000000000000', 'coord decisions list'],
    ['conventions retire cnv_00000000000000000000', 'coord conventions list'],
    ['meeting show mtg_00000000000000000000', 'coord meeting list'],
    ['packages show pkg_00000000000000000000', 'coord packages list'],
    ['packages claim pkg_00000000000000000000', 'coord packages list'],
    ['negotiate show neg_00000000000000000000', 'coord negotiate list'],
    ['workstream show nope', 'coord workstream list'],
    ['contracts show nope', 'coord contracts list'],
    ['key revoke key_00000000000000000000', 'coord key list'],
    ['workspace remove-member usr_00000000000000000000', 'coord workspace members'],
  ];
  for (const [line, command] of unknown) {
    const { code, err } = await run(line.split(' '), sandbox);
    assert.is(code, 1, `${line}: ${err}`);
    assert.match(err, command, line);
  }
});

test('CMD-2: coord join without an invitation says what is missing', async ({ sandbox, url }) => {
  const { code, err } = await run(['join', url, '--no-daemon'], sandbox, { input: '' });
  assert.is(code, 2);
  assert.match(err, 'No invitation was given. Nothing was changed.');
});

test.run();
