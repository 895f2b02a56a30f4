import { rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RepositoryIndex } from '../../daemon/index/repository-index.ts';
import { openIndexStore } from '../../daemon/index/store.ts';
import type { PublishedFile, PublishedSymbol } from '../../shared/symbols/contract.ts';
import { git, makeWorkspace, type Workspace } from './support.ts';

const test = suite('graph of a repository');

const login = '/** Lets in. */\nexport function login(user: string): void {\n  check(user);\n}\n';
const handler = "import { login } from '@/auth';\nexport const handler = () => login('a');\n";
const aliases = '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }';
const files = { 'tsconfig.json': aliases, 'src/auth.ts': login, 'handler.ts': handler };

interface Opened {
  readonly workspace: Workspace;
  readonly index: RepositoryIndex;
  callers(id: string): string[];
  published(): PublishedFile[];
  /** Runs in the middle of the next scan, when git has listed the files. */
  whenListed(run: () => Promise<unknown>): void;
}

async function opened(workspace: Workspace, use: (opened: Opened) => Promise<void>): Promise<void> {
  const store = openIndexStore(workspace.storeFile);
  let whenListed: () => Promise<unknown> = () => Promise.resolve();
  const index = new RepositoryIndex({
    root: workspace.root,
    store,
    git: async (...call) => {
      const answer = await git(...call);
      await whenListed();
      return answer;
    },
  });
  try {
    index.start();
    await index.ready;
    await use({
      workspace,
      index,
      callers: (id) => index.graph.current().callersOf(id),
      published: () => [...index.graph.publications()],
      whenListed: (run) => (whenListed = run),
    });
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

scenario('a file is published with its symbols, callees and hashes', async ({ index }) => {
  const { symbols, ...file } = index.graph.publicationOf('src/auth.ts');
  assert.equal(file, { path: 'src/auth.ts', parsed: true, callees: [] });
  const [{ meaning_hash, signature_hash, ...symbol }] = symbols as [PublishedSymbol];
  assert.match(`${meaning_hash} ${signature_hash}`, /^[0-9a-f]{16} [0-9a-f]{16}$/);
  assert.equal(symbol, {
    name: 'login',
    kind: 'function',
    start_line: 2,
    end_line: 4,
    signature: 'function login(user: string): void',
    doc: 'Lets in.',
    exported: true,
    callees: [],
  });
});

scenario('an edit changes edges and what is published', async (context) => {
  const { workspace, index, callers, published } = context;
  assert.equal(callers('src/auth.ts#login'), ['handler.ts#handler']);
  assert.equal(
    published()
      .map(({ path }) => path)
      .sort(),
    ['handler.ts', 'src/auth.ts'],
  );
  const calleesOfHandler = () => index.graph.publicationOf('handler.ts').symbols[0]?.callees;
  assert.equal(calleesOfHandler(), ['src/auth.ts#login']);

  workspace.write('src/auth.ts', login.replace('function login', 'function signIn'));
  await index.refresh(['src/auth.ts']);
  assert.equal(calleesOfHandler(), []);

  workspace.write('src/auth.ts', login);
  await index.refresh(['src/auth.ts']);
  assert.equal(calleesOfHandler(), ['src/auth.ts#login']);
});

scenario('what cannot be parsed is published as such', async ({ workspace, index }) => {
  workspace.write('src/auth.ts', 'export function login( {');
  await index.refresh(['src/auth.ts']);
  const published = index.graph.publicationOf('src/auth.ts');
  assert.equal(published, { path: 'src/auth.ts', symbols: [], parsed: false, callees: [] });
  assert.ok(index.graph.isUnparsed('src/auth.ts'));
});

scenario(
  'SYM-3: who calls a file that cannot be parsed now goes on calling what it had, also after a restart',
  async ({ workspace, index }) => {
    workspace.write('src/auth.ts', 'export function login( {');
    workspace.write('handler.ts', handler.replace("'a'", "'b'"));
    await index.refresh(['src/auth.ts', 'handler.ts']);
    const calleesIn = (one: RepositoryIndex) =>
      one.graph.publicationOf('handler.ts').symbols[0]?.callees;
    assert.equal(calleesIn(index), ['src/auth.ts#login']);
    await index.close();
    await opened(workspace, async (again) => {
      assert.equal(calleesIn(again.index), ['src/auth.ts#login']);
      unlinkSync(join(workspace.root, 'src/auth.ts'));
      await again.index.refresh(['src/auth.ts']);
      assert.equal(calleesIn(again.index), []);
    });
  },
);

scenario('a file that is gone is published without symbols', async ({ workspace, index }) => {
  unlinkSync(join(workspace.root, 'src/auth.ts'));
  await index.refresh(['src/auth.ts']);
  const gone = index.graph.publicationOf('src/auth.ts');
  assert.equal(gone, { path: 'src/auth.ts', symbols: [], parsed: true, callees: [] });
});

scenario(
  'other path aliases count from the next refresh on',
  async ({ workspace, index, callers }) => {
    workspace.write('tsconfig.json', '{}');
    await index.refresh([]);
    assert.equal(callers('src/auth.ts#login'), []);
    workspace.write('tsconfig.json', aliases);
    await index.rescan();
    assert.equal(callers('src/auth.ts#login'), ['handler.ts#handler']);
  },
);

const shop = "import { sell } from '@acme/b';\nexport const shop = () => sell();\n";
const sell = 'packages/b/src/index.ts#sell';
const manifest = 'packages/b/package.json';

scenario(
  'IMP-1: a package that appears later counts once its file is named',
  async ({ workspace, index, callers }) => {
    workspace.write('shop.ts', shop);
    workspace.write('packages/b/src/index.ts', 'export function sell() {}\n');
    await index.refresh(['shop.ts', 'packages/b/src/index.ts']);
    workspace.write(manifest, '{ "name": "@acme/b" }');
    assert.equal(callers(sell), []);
    await index.refresh([manifest]);
    assert.equal(callers(sell), ['shop.ts#shop']);
    workspace.write('.gitignore', 'package.json\n');
    await index.rescan();
    assert.equal(callers(sell), [], 'what git ignores is no package of the repository');
  },
);

scenario(
  'IMP-1: a package that appears while git lists the files counts too',
  async ({ workspace, index, callers, whenListed }) => {
    workspace.write('shop.ts', shop);
    workspace.write('packages/b/src/index.ts', 'export function sell() {}\n');
    whenListed(() => {
      workspace.write(manifest, '{ "name": "@acme/b" }');
      return index.refresh([manifest]);
    });
    await index.rescan();
    assert.equal(callers(sell), ['shop.ts#shop']);
  },
);

scenario(
  'a restart parses nothing and has the same graph',
  async ({ workspace, index, published }) => {
    const before = published();
    await index.close();
    await opened(workspace, async (again) => {
      assert.is(again.index.stats().parsed, 0);
      assert.equal(again.published(), before);
    });
    rmSync(join(workspace.root, 'handler.ts'));
    await opened(workspace, async (again) => {
      assert.equal(again.callers('src/auth.ts#login'), []);
    });
  },
);

test.run();
