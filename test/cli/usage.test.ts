import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { version } from '../../shared/version.ts';
import { makeSandbox, run, type Sandbox } from './support.ts';

const test = suite<{ sandbox: Sandbox }>('usage');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

const commands = [
  'daemon',
  'relay',
  'relay user add',
  'init',
  'hook',
  'mcp',
  'doctor',
  'status',
  'feed',
  'login',
  'key create',
  'key list',
  'key revoke',
  'workspace list',
  'workspace create',
  'workspace use',
  'workspace members',
  'workspace add-member',
  'workspace remove-member',
  'workspace set',
];

test('the help of every command shows an example of that command', async ({ sandbox }) => {
  for (const command of commands) {
    const { code, out, err } = await run([...command.split(' '), '--help'], sandbox);
    assert.is(code, 0, command);
    assert.is(err, '');
    assert.match(out.slice(out.indexOf('Example:')), `coord ${command}`, command);
  }
});

test('every command is in the help of coord or of its family', async ({ sandbox }) => {
  for (const command of commands) {
    const path = command.split(' ');
    const { out } = await run([...path.slice(0, -1), '--help'], sandbox);
    assert.match(out, path.at(-1) ?? '');
  }
});

test('wrong usage exits with 2, says what is wrong, and prints nothing on stdout', async ({
  sandbox,
}) => {
  const wrong: [string, RegExp][] = [
    ['nonsense', /unknown command 'nonsense'/],
    ['status --nonsense', /unknown option '--nonsense'/],
    ['status extra', /too many arguments/],
    ['relay usr', /too many arguments/],
    ['relay user add --email a@example.com', /--name/],
    ['feed --since soon', /whole number/],
    ['relay --port 70000', /at most 65535/],
    ['key revoke', /missing required argument/],
    ['workspace add-member usr_1 --role king', /Allowed choices/],
    ['workspace set --conflict-policy hope', /Allowed choices/],
    ['init --client nothing', /no client named/],
    ['login --relay nowhere --key k', /not the address of a relay/],
  ];
  for (const [line, message] of wrong) {
    const { code, out, err } = await run(line.split(' '), sandbox);
    assert.is(code, 2, line);
    assert.is(out, '', line);
    assert.match(err, message, line);
  }
});

test('CMD-1 wrong usage is told to machines, too', async ({ sandbox }) => {
  for (const line of ['status --json --nonsense', 'decide x --type bad --json', 'search --json']) {
    const { code, out, err } = await run(line.split(' '), sandbox);
    assert.is(code, 2, line);
    const { error, message } = JSON.parse(out) as { error: string; message: string };
    assert.is(error, 'ValidationError', line);
    assert.match(err, message, line);
  }
});

test('a command without its subcommand shows the help and exits with 2', async ({ sandbox }) => {
  for (const line of [[], ['key'], ['workspace'], ['relay', 'user']]) {
    const { code, out, err } = await run(line, sandbox);
    assert.is(code, 2);
    assert.is(out, '');
    assert.match(err, 'Usage:');
    assert.match(err, /\nExample:\n  coord \w+/);
  }
});

test('a refusal exits with 1 and says what to do, to people and to machines', async ({
  sandbox,
}) => {
  for (const command of ['status', 'feed', 'key list', 'workspace list']) {
    const { code, out, err } = await run(command.split(' '), sandbox);
    assert.is(code, 1, command);
    assert.is(out, '');
    assert.match(err, /^coord: .*coord daemon\n$/);
    assert.not.match(err, /\n\s+at /);
    const machine = await run([...command.split(' '), '--json'], sandbox);
    assert.is(machine.code, 1);
    assert.is((JSON.parse(machine.out) as { error: string }).error, 'Unavailable');
  }
});

test('outside of a repository the refusal says so', async ({ sandbox }) => {
  const { code, err } = await run(['status'], sandbox, { directory: sandbox.folder });
  assert.is(code, 1);
  assert.match(err, 'not inside a Git repository');
});

test('the version is one line', async ({ sandbox }) => {
  assert.equal(await run(['--version'], sandbox), { code: 0, out: `${version}\n`, err: '' });
});

test.run();
