import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { IndexedFiles } from '../../daemon/index/indexed-files.ts';
import { RepositoryIndex } from '../../daemon/index/repository-index.ts';
import type { ScanProgress } from '../../daemon/index/full-scan.ts';
import { openIndexStore, type IndexStore } from '../../daemon/index/store.ts';
import { loadParser } from '../../daemon/index/parser/parser.ts';
import { applyEdits, type Edit } from '../../daemon/index/text-edits.ts';
import { eventually } from '../support/waiting.ts';
import { compared, git, makeWorkspace, type Workspace } from './support.ts';

const test = suite('RSV-10 repository index');

const reader = await loadParser();

const pair = 'export function f() {\n  return 1;\n}\n\nexport function g() {\n  return 2;\n}\n';
const editedF = pair.replace('return 1', 'return 10');
const editedG = pair.replace('return 2', 'return 20');
const editedBoth = editedF.replace('return 2', 'return 20');

async function withIndex(
  workspace: Workspace,
  use: (index: RepositoryIndex, store: IndexStore) => Promise<void>,
  options: {
    readonly isStarted?: boolean;
    readonly onProgress?: (progress: ScanProgress) => void;
  } = {},
): Promise<void> {
  const store = openIndexStore(workspace.storeFile);
  const index = new RepositoryIndex({ root: workspace.root, store, git, ...options });
  try {
    if (options.isStarted !== false) {
      index.start();
      await index.ready;
    }
    await use(index, store);
  } finally {
    await index.close();
    store.close();
  }
}

/** What the edits would touch in a file with this text; `undefined` when they do not fit it. */
async function afterEdits(
  index: RepositoryIndex,
  path: string,
  [text, edits]: readonly [string | undefined, readonly Edit[]],
) {
  const edited = applyEdits(text, edits);
  if (edited.kind === 'inapplicable') return undefined;
  return compared(index, path, [text, edited.kind === 'absent' ? undefined : edited.text]);
}

function scenario(
  name: string,
  files: Record<string, string>,
  run: (workspace: Workspace) => Promise<void>,
): void {
  test(name, async () => {
    const workspace = makeWorkspace(files);
    try {
      await run(workspace);
    } finally {
      workspace.remove();
    }
  });
}

scenario(
  'a restart parses only what changed meanwhile',
  { 'a.ts': pair, 'b.ts': pair, 'broken.ts': 'f(' },
  async (workspace) => {
    await withIndex(workspace, async (index) => {
      assert.is(index.stats().parsed, 3);
      assert.is(index.stats().files, 3);
    });
    await withIndex(workspace, async (index, store) => {
      assert.is(index.stats().parsed, 0);
      assert.equal(
        store.facts('a.ts')?.facts?.symbols.map(({ name }) => name),
        ['f', 'g'],
      );
      assert.is(store.facts('broken.ts')?.isParsed, false);
    });
    workspace.write('a.ts', editedF);
    unlinkSync(join(workspace.root, 'b.ts'));
    workspace.write('c/d.js', pair);
    await withIndex(workspace, async (index, store) => {
      assert.is(index.stats().parsed, 2);
      assert.is(index.stats().files, 3);
      assert.is(store.facts('b.ts'), undefined);
    });
  },
);

scenario(
  'files that git ignores, other languages and links are left out',
  {
    '.gitignore': 'dist/\n*.gen.ts\n',
    'packages/one/.gitignore': '/local.ts\n',
    'a.ts': pair,
    'dist/b.ts': pair,
    'c.gen.ts': pair,
    'packages/one/local.ts': pair,
    'packages/two/local.ts': pair,
    'node_modules.md': '# no',
    'größe/größe.ts': pair,
  },
  async (workspace) => {
    symlinkSync('a.ts', join(workspace.root, 'link.ts'));
    execFileSync('git', ['-C', workspace.root, 'add', 'a.ts']);
    await withIndex(workspace, async (index, store) => {
      for (const path of ['a.ts', 'packages/two/local.ts', 'größe/größe.ts'])
        assert.ok(store.facts(path)?.isParsed, path);
      for (const path of ['dist/b.ts', 'c.gen.ts', 'packages/one/local.ts', 'link.ts'])
        assert.not(store.facts(path)?.isParsed, path);
    });
  },
);

scenario('progress goes up to the end', { 'a.ts': pair, 'b.ts': pair }, async (workspace) => {
  const seen: ScanProgress[] = [];
  await withIndex(workspace, async () => undefined, {
    onProgress: (progress) => seen.push(progress),
  });
  assert.equal(seen.at(-1), { done: 2, total: 2 });
});

scenario('two texts of a file are compared symbol by symbol', {}, async (workspace) => {
  await withIndex(workspace, async (index) => {
    const touched = (before: string | undefined, after: string | undefined) =>
      compared(index, 'a.ts', [before, after]);
    assert.equal(await touched(pair, editedF), { kind: 'symbols', symbolIds: ['a.ts#f'] });
    assert.equal(await touched(editedF, editedBoth), { kind: 'symbols', symbolIds: ['a.ts#g'] });
    const formatted = `// formatted\n${editedBoth.replaceAll(';', '')}`;
    assert.equal(await touched(editedBoth, formatted), { kind: 'symbols', symbolIds: [] });
    assert.equal(await touched(formatted, 'export function f( {'), { kind: 'whole_file' });
    const both = { kind: 'symbols', symbolIds: ['a.ts#f', 'a.ts#g'] };
    assert.equal(await touched(undefined, pair), both);
    assert.equal(await touched(pair, undefined), both);
  });
});

scenario('what cannot be told apart by symbol is taken whole', {}, async (workspace) => {
  await withIndex(workspace, async (index) => {
    assert.equal(await compared(index, 'a.md', ['#', '##']), { kind: 'whole_file' });
    const big = `${pair}//${' '.repeat(2 * 1024 * 1024)}`;
    assert.equal(await compared(index, 'big.ts', [pair, big]), { kind: 'whole_file' });
  });
});

scenario(
  'changes come into the store, new and deleted files too',
  { 'a.ts': pair },
  async (workspace) => {
    await withIndex(workspace, async (index) => {
      workspace.write('a.ts', editedF);
      assert.equal(await index.refresh(['a.ts', 'none.ts', 'a.md']), ['a.ts']);
      workspace.write('b.ts', editedG);
      assert.equal(await index.refresh(['b.ts']), ['b.ts']);
      assert.is(index.stats().files, 2);
      unlinkSync(join(workspace.root, 'a.ts'));
      assert.equal(await index.refresh(['a.ts']), ['a.ts']);
      assert.equal(await index.refresh(['a.ts']), []);
      assert.is(index.stats().files, 1);
      writeFileSync(
        join(workspace.root, 'latin.ts'),
        Buffer.from('const a = "gr\xfc\xdfe"', 'latin1'),
      );
      await index.refresh(['latin.ts']);
      assert.ok(index.graph.isUnparsed('latin.ts'));
    });
  },
);

scenario('an edit can be compared before it happens', {}, async (workspace) => {
  await withIndex(workspace, async (index) => {
    const edit = {
      kind: 'replace',
      oldText: 'return 2',
      newText: 'return 20',
      all: false,
    } as const;
    assert.equal(await afterEdits(index, 'a.ts', [pair, [edit]]), {
      kind: 'symbols',
      symbolIds: ['a.ts#g'],
    });
    assert.is(
      await afterEdits(index, 'a.ts', [pair, [{ ...edit, oldText: 'return 3' }]]),
      undefined,
    );
    assert.equal(await afterEdits(index, 'a.ts', [pair, [{ kind: 'delete' }]]), {
      kind: 'symbols',
      symbolIds: ['a.ts#f', 'a.ts#g'],
    });
    const write = { kind: 'write', content: 'export const h = () => 1;' } as const;
    assert.equal(await afterEdits(index, 'b.ts', [undefined, [write]]), {
      kind: 'symbols',
      symbolIds: ['b.ts#h'],
    });
    assert.equal(await afterEdits(index, 'b.md', [undefined, [write]]), { kind: 'whole_file' });
  });
});

scenario(
  'the text that a write leaves is not parsed again by the next one, whichever of forty files it is in',
  {},
  async (workspace) => {
    await withIndex(workspace, async (index) => {
      const paths = Array.from({ length: 40 }, (_, at) => `f${at}.ts`);
      const textOf = (version: number) => pair.replace('return 1', `return ${version}`);
      for (const version of [0, 1, 2, 3]) {
        for (const path of paths) {
          await index.analysisOf(path, textOf(version));
          await index.analysisOf(path, textOf(version + 1));
        }
      }
      assert.is(index.stats().parsed, 40 * 5);
    });
  },
);

scenario('no text is parsed twice', { 'a.ts': pair }, async (workspace) => {
  await withIndex(workspace, async (index) => {
    const before = index.stats().parsed;
    const write = { kind: 'write', content: editedF } as const;
    await afterEdits(index, 'a.ts', [pair, [write]]);
    workspace.write('a.ts', editedF);
    await index.refresh(['a.ts']);
    await compared(index, 'a.ts', [pair, editedF]);
    assert.is(index.stats().parsed - before, 2);
  });
});

scenario(
  'a pass can be broken off, and the next one goes on where it was',
  manyFiles(300),
  async (workspace) => {
    const store = openIndexStore(workspace.storeFile);
    const index = new RepositoryIndex({
      root: workspace.root,
      store,
      git,
      onProgress: () => void index.close(),
    });
    index.start();
    await index.ready;
    const { parsed } = index.stats();
    await index.close();
    store.close();
    await withIndex(workspace, async (next) => {
      assert.is(next.stats().files, 300);
      assert.is(next.stats().parsed, 300 - parsed);
    });
  },
);

test('outside a git repository the index is empty and says why, and edits still work', async () => {
  const root = mkdtempSync(join(tmpdir(), 'coord-index-'));
  const store = openIndexStore(join(root, 'index.sqlite'));
  const index = new RepositoryIndex({ root, store, git });
  try {
    index.start();
    await index.ready;
    assert.match(index.stats().problem ?? '', /not a git repository/);
    writeFileSync(join(root, 'a.ts'), editedF);
    assert.equal(await index.refresh(['a.ts']), ['a.ts']);
    const touched = await compared(index, 'a.ts', [pair, editedF]);
    assert.equal(touched, { kind: 'symbols', symbolIds: ['a.ts#f'] });
  } finally {
    await index.close();
    store.close();
    rmSync(root, { recursive: true });
  }
});

test('DUR-14 a listing that fails is tried again, and what it was is said meanwhile', async () => {
  const workspace = makeWorkspace({ 'a.ts': pair });
  const store = openIndexStore(workspace.storeFile);
  let failures = 1;
  const failing: RunGit = async (...call) =>
    failures-- > 0
      ? { exitCode: 128, stdout: '', stderr: 'fatal: index file corrupt' }
      : git(...call);
  let isRecovered = false;
  const index = new RepositoryIndex({
    ...{ root: workspace.root, store, git: failing },
    onRecovered: () => (isRecovered = true),
  });
  try {
    index.start();
    await index.ready;
    assert.match(index.stats().problem ?? '', /index file corrupt/);
    await eventually('the next try', async () => isRecovered || undefined);
    assert.equal([index.stats().files, index.stats().problem], [1, undefined]);
  } finally {
    await index.close();
    store.close();
    workspace.remove();
  }
});

test('a file that comes while the files are listed, and is read by then, stays', async () => {
  const workspace = makeWorkspace({ 'a.ts': pair });
  assert.equal(await storedAfter(workspace, pair), ['a.ts', 'b.ts']);
});

test('a file that is gone when they are listed, and back when they are read, stays', async () => {
  const workspace = makeWorkspace({ 'a.ts': pair, 'b.ts': pair });
  await withIndex(workspace, async () => undefined);
  unlinkSync(join(workspace.root, 'b.ts'));
  assert.equal(await storedAfter(workspace, editedF), ['a.ts', 'b.ts']);
});

/** The paths in the store after a scan, behind whose listing `b.ts` is written with this text and read by a hook. */
async function storedAfter(
  workspace: ReturnType<typeof makeWorkspace>,
  text: string,
): Promise<string[]> {
  const store = openIndexStore(workspace.storeFile);
  const slow: RunGit = async (...call) => {
    const listing = await git(...call);
    workspace.write('b.ts', text);
    await index.refresh(['b.ts']);
    return listing;
  };
  const index = new RepositoryIndex({ root: workspace.root, store, git: slow });
  try {
    index.start();
    await index.ready;
    return [...store.stampsAfter('', 10).keys()];
  } finally {
    await index.close();
    store.close();
    workspace.remove();
  }
}

test('a write of the same size and date while a file is parsed is seen', () => {
  const workspace = makeWorkspace({ 'a.ts': pair });
  const store = openIndexStore(workspace.storeFile);
  const path = join(workspace.root, 'a.ts');
  const date = statSync(path).mtime;
  let nowMs = date.getTime();
  const texts: string[] = [];
  const analyse = (_path: string, text: string) => {
    texts.push(text);
    // Meanwhile.
    writeFileSync(path, editedG);
    utimesSync(path, date, date);
    nowMs += 1_000;
    return undefined;
  };
  const { mentions } = reader;
  const files = new IndexedFiles({
    ...{ root: workspace.root, store, clock: { now: () => nowMs } },
    onChanging: () => undefined,
    onChange: () => undefined,
  });
  try {
    writeFileSync(path, pair.replace('return 2', 'return 30'));
    utimesSync(path, date, date);
    files.update('a.ts', { analyse, mentions });
    files.update('a.ts', { analyse, mentions });
    assert.is(texts.at(-1), editedG);
  } finally {
    store.close();
    workspace.remove();
  }
});

function manyFiles(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`src/file-${index}.ts`, pair.repeat(20)]),
  );
}

test.run();
