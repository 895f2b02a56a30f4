import { rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SymbolChanges } from '../../daemon/index/changes.ts';
import { openIndex, type RepositoryIndex } from '../../daemon/index/index.ts';
import { openIndexStore } from '../../daemon/index/store.ts';
import { makeWorkspace, type Workspace } from './support.ts';

const test = suite('graph of a repository');

const login = '/** Lets in. */\nexport function login(user: string): void {\n  check(user);\n}\n';
const handler = "import { login } from '@/auth';\nexport const handler = () => login('a');\n";
const aliases = '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }';
const files = { 'tsconfig.json': aliases, 'src/auth.ts': login, 'handler.ts': handler };

interface Opened {
  readonly workspace: Workspace;
  readonly index: RepositoryIndex;
  readonly events: SymbolChanges[];
}

async function opened(workspace: Workspace, use: (opened: Opened) => Promise<void>): Promise<void> {
  const store = openIndexStore(workspace.storeFile);
  const events: SymbolChanges[] = [];
  const index = openIndex({
    root: workspace.root,
    store,
    onSymbolsChanged: (changes) => events.push(changes),
  });
  try {
    index.start();
    await index.ready;
    await use({ workspace, index, events });
  } finally {
    await index.close();
    store.close();
  }
}

function scenario(name: string, run: (opened: Opened) => Promise<void>): void {
  test(name, async () => {
    const workspace = makeWorkspace(files);
    try {
      await opened(workspace, run);
    } finally {
      workspace.remove();
    }
  });
}

scenario('symbols are found by name, id, file and kind', async ({ index: { graph } }) => {
  const [symbol] = graph.find({ name: 'login' });
  const { meaning_hash, signature_hash, ...record } = symbol ?? {};
  assert.match(`${meaning_hash} ${signature_hash}`, /^[0-9a-f]{16} [0-9a-f]{16}$/);
  assert.equal(record, {
    id: 'src/auth.ts#login',
    name: 'login',
    kind: 'function',
    file: 'src/auth.ts',
    start_line: 2,
    end_line: 4,
    signature: 'function login(user: string): void',
    doc: 'Lets in.',
    exported: true,
  });
  const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);
  assert.equal(ids(graph.find({ id: 'handler.ts#handler' })), ['handler.ts#handler']);
  assert.equal(ids(graph.find({ file: 'src/auth.ts' })), ['src/auth.ts#login']);
  assert.equal(ids(graph.symbolsOf('handler.ts')), ['handler.ts#handler']);
  assert.equal(graph.find({ id: 'handler.ts#handler', file: 'src/auth.ts' }), []);
  assert.equal(graph.find({ kind: 'class' }), []);
});

scenario('an edit changes neighbours, version and what is published', async (context) => {
  const { workspace, index } = context;
  const { graph } = index;
  assert.equal(graph.neighbours('src/auth.ts#login'), {
    callers: ['handler.ts#handler'],
    callees: [],
  });
  const { version, files: published } = graph.snapshot();
  assert.equal(published.map(({ path }) => path).sort(), ['handler.ts', 'src/auth.ts']);
  assert.equal(graph.changesSince(version), { version, files: [] });

  workspace.write('src/auth.ts', login.replace('function login', 'function signIn'));
  await index.reread('src/auth.ts');
  const changes = graph.changesSince(version);
  assert.ok(changes.version > version);
  // The caller's file is another too: its edge is gone.
  assert.equal(changes.files.map(({ path }) => path).sort(), ['handler.ts', 'src/auth.ts']);
  assert.equal(changes.files.find(({ path }) => path === 'handler.ts')?.symbols[0]?.callees, []);

  workspace.write('src/auth.ts', login);
  await index.reread('src/auth.ts');
  assert.equal(graph.affectedBy(['src/auth.ts#login']).ids, ['handler.ts#handler']);
  const settled = graph.version;
  workspace.write('src/auth.ts', login.replaceAll('  ', '\t'));
  await index.reread('src/auth.ts');
  assert.is(graph.version, settled, 'formatting alone is no change');
});

scenario('a report tells what became of the symbols', async ({ workspace, index, events }) => {
  workspace.write('src/auth.ts', login.replace('user: string', 'user: string, token: string'));
  const { changes } = await index.reread('src/auth.ts');
  assert.equal(changes?.signatureChanged, [
    {
      id: 'src/auth.ts#login',
      oldSignature: 'function login(user: string): void',
      newSignature: 'function login(user: string, token: string): void',
    },
  ]);
  assert.equal(events, [changes]);
  assert.is((await index.reread('src/auth.ts')).changes, undefined);
});

scenario(
  'the report knows the state before an edit that the watcher saw first',
  async (context) => {
    const { workspace, index, events } = context;
    await index.expectEdit('src/auth.ts');
    workspace.write('src/auth.ts', login.replace('check', 'verify'));
    await index.refresh(['src/auth.ts']);
    const { changes } = await index.reread('src/auth.ts');
    assert.equal(changes?.meaningChanged, ['src/auth.ts#login']);
    assert.is(events.length, 1);
  },
);

scenario('what cannot be parsed in between is compared with what was before', async (context) => {
  const { workspace, index, events } = context;
  const { graph } = index;
  workspace.write('src/auth.ts', 'export function login( {');
  assert.is((await index.reread('src/auth.ts')).changes, undefined);
  const [published] = graph.changesSince(1).files.filter(({ path }) => path === 'src/auth.ts');
  assert.equal(published, { path: 'src/auth.ts', symbols: [], parsed: false, callees: [] });
  workspace.write('src/auth.ts', login.replace('user: string', ''));
  const { changes } = await index.reread('src/auth.ts');
  assert.is(changes?.signatureChanged[0]?.newSignature, 'function login(): void');
  assert.equal(events, [changes]);
});

scenario(
  'a file that is gone is published without symbols',
  async ({ workspace, index, events }) => {
    const { version } = index.graph;
    unlinkSync(join(workspace.root, 'src/auth.ts'));
    await index.refresh(['src/auth.ts']);
    const [gone] = index.graph
      .changesSince(version)
      .files.filter(({ path }) => path === 'src/auth.ts');
    assert.equal(gone, { path: 'src/auth.ts', symbols: [], parsed: true, callees: [] });
    assert.equal(events[0]?.removed, ['src/auth.ts#login']);
  },
);

scenario('other path aliases count from the next refresh on', async ({ workspace, index }) => {
  workspace.write('tsconfig.json', '{}');
  await index.refresh([]);
  assert.equal(index.graph.neighbours('src/auth.ts#login').callers, []);
  workspace.write('tsconfig.json', aliases);
  await index.rescan();
  assert.equal(index.graph.neighbours('src/auth.ts#login').callers, ['handler.ts#handler']);
});

scenario('a restart parses nothing and has the same graph', async ({ workspace, index }) => {
  const before = index.graph.snapshot().files;
  await index.close();
  await opened(workspace, async (again) => {
    assert.is(again.index.stats().parsed, 0);
    assert.equal(again.index.graph.snapshot().files, before);
  });
  rmSync(join(workspace.root, 'handler.ts'));
  await opened(workspace, async (again) => {
    assert.equal(again.index.graph.neighbours('src/auth.ts#login').callers, []);
  });
});

test.run();
