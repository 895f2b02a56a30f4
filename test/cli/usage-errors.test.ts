import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeCommands } from '../../cli/program.ts';
import { clientNames } from '../../shared/clients/registry.ts';
import { listings } from '../../cli/command-line/refusal-message.ts';
import { sourcesOf } from '../structure/sources.ts';
import { makeSandbox, run, type Sandbox } from './support.ts';

const test = suite<{ sandbox: Sandbox }>('usage errors');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

interface Leaf {
  readonly path: readonly string[];
  readonly command: Command;
}

const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
const program = describeCommands(
  {
    ...streams,
    environment: {},
    platform: process.platform,
    homeDirectory: '/',
    directory: '/',
    nodeVersion: process.version,
    command: ['coord'],
    stopRequested: () => new Promise(() => undefined),
    atExit: () => () => undefined,
  },
  () => undefined,
);

/** What can be run: a family without an action of its own is none. */
function leaves(parent: Command, path: readonly string[]): Leaf[] {
  return parent.commands.flatMap((command) => {
    const own = [...path, command.name()];
    const isFamily = command.commands.length > 0 && command.name() !== 'relay';
    return [...(isFamily ? [] : [{ path: own, command }]), ...leaves(command, own)];
  });
}

/** Everything that the command cannot do without. */
function needed({ command }: Leaf): { words: string[]; options: string[] } {
  const words = command.registeredArguments
    .filter(({ required }) => required)
    .map(({ argChoices }) => argChoices?.[0] ?? 'x');
  const options = command.options
    .filter(({ mandatory, defaultValue }) => mandatory && defaultValue === undefined)
    .flatMap(({ long }) => [long ?? '', 'x']);
  return { words, options };
}

function wrongLines(leaf: Leaf): { kind: string; words: string[] }[] {
  const { path, command } = leaf;
  const { words, options } = needed(leaf);
  const { registeredArguments: takes } = command;
  const isOpen = takes.some(({ variadic }) => variadic);
  const extra = Array.from({ length: takes.length - words.length + 1 }, () => 'extra');
  return [
    { kind: 'wrong option', words: [...path, ...words, ...options, '--no-such-option'] },
    ...(words.length === 0
      ? []
      : [{ kind: 'missing argument', words: [...path, ...words.slice(1), ...options] }]),
    ...(options.length === 0 ? [] : [{ kind: 'missing option', words: [...path, ...words] }]),
    ...(isOpen ? [] : [{ kind: 'superfluous', words: [...path, ...words, ...extra, ...options] }]),
  ];
}

for (const leaf of leaves(program, [])) {
  const name = `coord ${leaf.path.join(' ')}`;
  test(`CMD-1: every usage error of ${name} ends with its own short help and an example`, async ({
    sandbox,
  }) => {
    for (const { kind, words } of wrongLines(leaf)) {
      const { code, out, err } = await run(words, sandbox);
      const title = `${kind}: coord ${words.join(' ')}\n${err}`;
      assert.is(code, 2, title);
      assert.is(out, '', title);
      assert.match(err, /^coord: \S/, title);
      assert.match(err, `Usage: ${name} `, title);
      const lines = err.trimEnd().split('\n');
      assert.is(lines.at(-1), `All: ${name} --help`, title);
      assert.is(lines.at(-3), 'Example:', title);
      assert.match(lines.at(-2) ?? '', 'coord ', title);
      assert.ok(lines.length <= 18, title);
    }
  });
}

test('CMD-1: an unknown subcommand is answered with those that there are', async ({ sandbox }) => {
  const { code, err } = await run(['tasks', 'nonsense'], sandbox);
  assert.is(code, 2);
  assert.match(err, /^coord: unknown command 'nonsense'\n/);
  assert.match(err, 'Usage: coord tasks ');
  assert.match(err, '  claim [options] <id>');
});

test('CMD-1: what concerns the error is told first, and the rest is where the last line says', async ({
  sandbox,
}) => {
  const { err } = await run(['negotiate', 'open', 'a.ts'], sandbox);
  assert.match(err, /^coord: required option '--rationale <text>' not specified\n/);
  assert.match(err, /Options:\n {2}--rationale <text> /);
  assert.not.match(err, '--key-file');
});

test('CMD-1: a word that means a command is answered with it, not with all of them', async ({
  sandbox,
}) => {
  const { code, err } = await run(['ask', 'where are sessions'], sandbox);
  assert.is(code, 2);
  assert.match(err, /^coord: unknown command 'ask'\n\(Did you mean coord search\?\)\n/);
  assert.ok(err.trimEnd().split('\n').length < 10, err);
});

test('CMD-1: help shows no default that is empty, and init names its clients', async ({
  sandbox,
}) => {
  for (const { path } of leaves(program, [])) {
    const { out } = await run([...path, '--help'], sandbox);
    assert.not.match(out, /\(default: (\[\]|"")\)/, path.join(' '));
  }
  const { out } = await run(['init', '--help'], sandbox);
  for (const name of clientNames) assert.match(out, name);
});

test('CMD-1: what a command itself finds wrong with what was typed is a usage error too', async ({
  sandbox,
}) => {
  const { code, err } = await run(['relay', '--host', ' '], sandbox);
  assert.is(code, 2);
  assert.match(err, /^coord: --host is empty/);
  assert.match(err, 'Usage: coord relay ');
});

test('CMD-3: every command that a person is sent to is there', () => {
  for (const line of Object.values(listings)) {
    const [, ...path] = line.split(' ').filter((word) => !word.startsWith('-'));
    let command: Command | undefined = program;
    for (const name of path) command = command?.commands.find((one) => one.name() === name);
    assert.ok(command, line);
  }
});

test('CMD-3: whatever a relay or daemon does not find, there is a command that lists it', async () => {
  const nouns = new Set<string>();
  for (const { text } of ['relay', 'daemon', 'shared'].flatMap(sourcesOf)) {
    for (const [, noun = ''] of text.matchAll(
      /refuse\('NotFound', [`'](?:(?:You have n|N)o such|There is no(?: such)?) (?!such )(work package|[a-z]+)/g,
    ))
      nouns.add(noun);
  }
  assert.ok(nouns.size > 8, [...nouns].join());
  for (const noun of nouns) assert.ok(noun in listings, noun);
});

test.run();
