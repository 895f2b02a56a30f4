/** The plan of the rooms, checked against the real imports. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cyclesIn, fileGraph, folderGraph } from './cycles.ts';
import { clientNames } from '../../shared/clients/registry.ts';
import { fullFolderFiles, keptWhole, longFileLines } from './sizes.ts';
import {
  filesIn,
  isLocal,
  productSources,
  root,
  sourcesOf,
  type Import,
  type Source,
} from './sources.ts';

const product = productSources();

test('folders import the values of each other in one direction, and files also the types', () => {
  assert.equal(cyclesIn(folderGraph(product)), []);
  assert.equal(cyclesIn(fileGraph(product)), []);
});

test('a long file and a full folder are split by what they are about, or say why not', () => {
  const long = product.filter(({ lines }) => lines > longFileLines).map(({ path }) => path);
  const full = [...filesIn(product)].filter(([, files]) => files > fullFolderFiles);
  const found = [...long, ...full.map(([folder]) => folder)].sort();
  assert.equal(found, Object.keys(keptWhole).sort(), 'test/structure/sizes.ts has the reasons');
});

test('shared contains what several processes use; what one uses lies there', () => {
  const layers = ['cli', 'daemon', 'relay'];
  const reached = new Map(layers.map((layer) => [layer, reachedFrom(within(`${layer}/`))]));
  const lonely = within('shared/')
    .map(({ path }) => ({ path, users: layers.filter((layer) => reached.get(layer)?.has(path)) }))
    .filter(({ users }) => users.length < 2);
  assert.equal(lonely, []);
});

test('the id of a symbol is built and taken apart in one place', () => {
  const pattern = /\$\{\w*(?:path|file)\w*\}#|\.(?:lastI|i)ndexOf\('#'\)|\.split\('#'\)/i;
  const guilty = product.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  assert.equal(guilty, ['shared/kernel/symbol-id.ts']);
});

test('the kernel imports only itself', () => {
  expectNone(
    within('shared/kernel/'),
    (target) => isLocal(target) && !target.startsWith('shared/kernel/'),
  );
});

test('shared does no I/O: what needs Node lies in shared/node, and nothing else in shared imports that', () => {
  const pure = within('shared/').filter(({ path }) => !path.startsWith('shared/node/'));
  expectNone(pure, (target) => target.startsWith('node:') || target.startsWith('shared/node/'));
});

test('a client is one folder and a line of the registry', () => {
  const folders = readdirSync(join(root, 'shared/clients'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'common')
    .map(({ name }) => name);
  assert.equal(folders.sort(), [...clientNames].sort());
  const isOfOne = (target: string) => /^shared\/clients\/(?!common\/)[^/]+\//.test(target);
  const others = product.filter(
    ({ path }) => path !== 'shared/clients/registry.ts' && !isOfOne(path),
  );
  expectNone(others, isOfOne);
});

test('which requests are upgraded is decided in one place at the daemon, and in one at the relay', () => {
  const holders = (pattern: RegExp) =>
    product.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  assert.equal(holders(/server\.on\('upgrade'/).sort(), [
    'daemon/local-api/server.ts',
    'relay/transport/streams/upgrade.ts',
  ]);
  assert.equal(holders(/(?<!function )isRecording\(/), ['daemon/local-api/upgrade-route.ts']);
});

test('git is started in one place', () => {
  const starters = product.filter(({ text }) =>
    /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync)\(\s*['"]git['"]/.test(text),
  );
  assert.equal(
    starters.map(({ path }) => path),
    ['shared/node/git/run-to-end.ts'],
  );
});

test('shared decides by its arguments alone: no clock, no randomness, no timer, no cache of the module', () => {
  const impure =
    /\bDate\.now\(|new Date\(\)|Math\.random|\bcrypto\.|setTimeout|setInterval|AbortSignal\.|\bfetch\(|^(export )?(let|const \w+ = new (Weak)?(Map|Set)(<[^\n]*>)?\(\))/m;
  const guilty = within('shared/').filter(
    ({ path, text }) => !path.startsWith('shared/node/') && impure.test(withoutComments(text)),
  );
  assert.equal(
    guilty.map(({ path }) => path),
    [],
  );
});

test('a contract imports kernel and contracts, never rules', () => {
  const contracts = product.filter(({ path }) => path.endsWith('/contract.ts'));
  expectNone(contracts, (target) => target.endsWith('/rules.ts'));
});

test("a slice's rules import no other slice's rules", () => {
  const rules = product.filter(
    ({ path }) => path.startsWith('shared/') && path.endsWith('/rules.ts'),
  );
  assert.ok(rules.length >= 4);
  expectNone(
    rules,
    (target, from) => target.endsWith('/rules.ts') && dirname(target) !== dirname(from),
  );
});

test('relay, daemon and cli never import the insides of each other', () => {
  const allowed: Record<string, readonly string[]> = {
    'daemon/relay-connection/embedded-relay.ts': [
      'relay/relay.ts',
      'relay/models/from-environment.ts',
    ],
    cli: ['daemon/main.ts', 'relay/main.ts', 'daemon/mcp/main.ts'],
  };
  for (const layer of ['relay', 'daemon', 'cli']) {
    expectNone(within(`${layer}/`), (target, from) => {
      const foreign = ['relay', 'daemon', 'cli'].some(
        (other) => other !== layer && target.startsWith(`${other}/`),
      );
      return foreign && !(allowed[from] ?? allowed[layer] ?? []).includes(target);
    });
  }
});

test('the dashboard is a client of the public interface only', () => {
  expectNone(
    within('relay/dashboard/page/'),
    (target) => isLocal(target) && !/^(shared\/(?!node\/)|relay\/dashboard\/page\/)/.test(target),
  );
});

test('transport calls services; services and queries never import a transport', () => {
  const inner = within('relay/').filter(({ path }) =>
    /\/(service|queries|decide|command|batch|unit-of-work)\.ts$/.test(path),
  );
  assert.ok(inner.length >= 10);
  expectNone(inner, (target) => target.startsWith('relay/transport/'));
  const queries = inner.filter(({ path }) => path.endsWith('/queries.ts'));
  expectNone(queries, (target) => target.endsWith('/service.ts'));
});

test('a folder of the relay never imports a file of its top level', () => {
  expectNone(
    within('relay/').filter(({ path }) => path.split('/').length > 2),
    (target) => /^relay\/[^/]+\.ts$/.test(target),
  );
});

test('SQL stands in queries.ts, in the stores and nowhere else', () => {
  const sqlText =
    /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|['"`\s](SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) [a-z(*]/;
  const allowed =
    /^relay\/store\/|\/([a-z]+-)?queries\.ts$|\/store\.ts$|^daemon\/store\/|^daemon\/replica\/outbox\.ts$/;
  const guilty = product.filter(({ path, text }) => !allowed.test(path) && sqlText.test(text));
  assert.equal(
    guilty.map(({ path }) => path),
    [],
  );
});

test('no cache forgets everything at once when it is full', () => {
  const emptied = /\.size >=? [^;{]*\.clear\(\)/;
  const servers = product.filter(({ path }) => !path.startsWith('relay/dashboard/page/'));
  const guilty = servers.filter(({ text }) => emptied.test(text));
  // More files at once than a person changes by hand are git's, all of them.
  assert.equal(
    guilty.map(({ path }) => path),
    ['daemon/knowledge/hand-edits.ts'],
  );
});

test('a time that doubles with every failure is counted in one place', () => {
  const guilty = product.filter(
    ({ path, text }) =>
      !path.startsWith('relay/dashboard/page/') && /Ms \* 2[,)]|Ms \* 2 \*\*/.test(text),
  );
  assert.equal(
    guilty.map(({ path }) => path),
    ['shared/node/time/backoff.ts'],
  );
});

test('every dependency is imported in one place only', () => {
  const allowed: Record<string, RegExp> = {
    'ts-morph': /^shared\/node\/typescript\.ts$/,
    'better-sqlite3': /^relay\/store\/|^daemon\/(.*\/)?store\.ts$/,
    pg: /^relay\/store\/postgres(-\w+)?\.ts$/,
    kysely: /^relay\/(store\/|.*queries\.ts$)/,
    jose: /^relay\/auth\//,
    commander: /^cli\//,
    '@modelcontextprotocol/sdk': /mcp/,
    'sqlite-vec': /^relay\/store\//,
    'chrono-node': /^relay\/meetings\/reader\/days\/spoken-dates\.ts$/,
    'wink-nlp': /^relay\/meetings\/reader\/words\/tagger\.ts$/,
    'wink-eng-lite-web-model': /^relay\/meetings\/reader\/words\/tagger\.ts$/,
    'franc-min': /^relay\/meetings\/reader\/words\/language\.ts$/,
    stemmer: /^relay\/search\/words\.ts$/,
    picomatch: /^shared\/conventions\/globs\.ts$/,
    chokidar: /^daemon\/watching\/polled-tree\.ts$/,
    'jsonc-parser': /^cli\/init\/settings-files\/json-text\.ts$/,
    vite: /^cli\/packaging\/dashboard\.ts$/,
    preact: /^relay\/dashboard\/page\//,
  };
  for (const [name, paths] of Object.entries(allowed)) {
    const users = product.filter(({ imports }) =>
      imports.some(({ target }) => target === name || target.startsWith(`${name}/`)),
    );
    assert.equal(
      users.map(({ path }) => path).filter((path) => !paths.test(path)),
      [],
      name,
    );
  }
});

test('only main.ts files read the process, and one file whose process it is and which others run (LOC-3, MTG-20)', () => {
  const guilty = product.filter(
    ({ path, text }) => !path.endsWith('main.ts') && /\bprocess\.\w/.test(withoutComments(text)),
  );
  assert.equal(
    guilty.map(({ path }) => path),
    ['shared/node/disk/own-files.ts'],
  );
  const [{ text } = { text: '' }] = guilty;
  const read = [...withoutComments(text).matchAll(/\bprocess\.([\w.]+(?:\['\w+'\])?)/g)];
  assert.equal([...new Set(read.map(([, name]) => name))].toSorted(), [
    "env['SUDO_UID']",
    'geteuid',
    'kill',
    'pid',
  ]);
});

/** What reaches the terminal by another way than `cli/terminal/output.ts`, and why it may. */
const otherWays: Readonly<Record<string, string>> = {
  'cli/main.ts': 'makes the terminal of the process',
  'cli/terminal/is-confirmed.ts': 'asks for a confirmation, in words of its command',
  'cli/terminal/output.ts': 'is the way',
  'cli/terminal/read-secret.ts': 'asks for a secret, in words of its own',
  'cli/commands/mcp/mcp.ts': 'speaks MCP on stdout',
  'cli/commands/hook/hook.ts': "prints what the client's hook reads",
};

test('TXT-5 commands write to the terminal through one file', () => {
  const ways = [
    /\bconsole\./,
    /\bprocess\.(stdout|stderr)\b/,
    /\bterminal\.(output|errors)\b/,
    /\{[^{}]*\b(output|errors)\b[^{}]*\}(: (Terminal|Pick<Terminal)\b| = (\w+\.)?terminal\b)/,
    /\boutput\.exact\b/,
  ];
  const found = product.filter(
    ({ path, text }) =>
      path.startsWith('cli/') && ways.some((way) => way.test(withoutComments(text))),
  );
  assert.equal(found.map(({ path }) => path).sort(), Object.keys(otherWays).sort());
});

test('MTG-26 the built-in reader is loaded in the thread that reads, and nowhere else', () => {
  const users = product.filter(({ imports }) =>
    imports.some(({ target }) => target === 'relay/meetings/reader/reader.ts'),
  );
  assert.equal(
    users.map(({ path }) => path),
    ['relay/meetings/reading/thread.ts'],
  );
});

test('a hook waits for no library to load', () => {
  const entries = product.filter(({ path }) =>
    ['cli/main.ts', 'cli/commands/hook/hook.ts'].includes(path),
  );
  const loaded = reachedFrom(entries, ({ kind }) => kind === 'value');
  assert.ok(loaded.has('shared/node/endpoint.ts'));
  assert.equal(
    [...loaded].filter((target) => !isLocal(target) && !target.startsWith('node:')),
    [],
  );
});

test('every test file runs its suite', () => {
  const files = sourcesOf('test').filter(({ path }) => path.endsWith('.test.ts'));
  const silent = files.filter(({ text }) => !/\.run\(\)|runScenarios\(/.test(text));
  assert.equal(
    silent.map(({ path }) => path),
    [],
  );
});

/** All files and packages that these files import, and what those import. */
function reachedFrom(
  entries: readonly Source[],
  counts: (one: Import) => boolean = () => true,
): Set<string> {
  const byPath = new Map(product.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const follow = (source: Source | undefined): void => {
    for (const one of source?.imports ?? []) {
      if (!counts(one) || reached.has(one.target)) continue;
      reached.add(one.target);
      follow(byPath.get(one.target));
    }
  };
  for (const entry of entries) follow(entry);
  return reached;
}

function within(folder: string): Source[] {
  const found = product.filter(({ path }) => path.startsWith(folder));
  assert.ok(found.length > 0, `there are files in ${folder}`);
  return found;
}

function expectNone(
  files: readonly Source[],
  isWrong: (target: string, from: string) => boolean,
): void {
  const wrong = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => isWrong(target, path))
      .map(({ target }) => `${path} -> ${target}`),
  );
  assert.equal(wrong, []);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

test.run();
