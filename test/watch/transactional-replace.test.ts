/** WAT-4: replacing files without ever overwriting one, with somebody else writing in between. */
import {
  appendFileSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fingerprint } from '../../cli/watch/fingerprint.ts';
import {
  replaceFiles,
  type FileStep,
  type Replacement,
} from '../../cli/watch/transactional-replace.ts';

const test = suite('replacement files');

interface Bench {
  readonly top: string;
  readonly folders: { workTree: string; prepared: string; backup: string };
  write(path: string, text: string): void;
  prepare(path: string, text: string): void;
  read(path: string): string;
  step(path: string, hasNewFile?: boolean): FileStep;
  /** All files of the work tree with their texts. */
  all(): Record<string, string>;
}

function onBench(check: (bench: Bench) => void): () => void {
  return () => {
    const top = mkdtempSync(join(tmpdir(), 'coord-replacement-'));
    const [workTree = '', prepared = '', backup = ''] = ['tree', 'new', 'old'].map((name) => {
      mkdirSync(join(top, name));
      return join(top, name);
    });
    const put = (folder: string, path: string, text: string) => {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const read = (path: string) => readFileSync(join(workTree, path), 'utf8');
    try {
      check({
        top,
        folders: { workTree, prepared, backup },
        write: (path, text) => put(workTree, path, text),
        prepare: (path, text) => put(prepared, path, text),
        read,
        step(path, hasNewFile = true) {
          const at = join(workTree, path);
          return { path, hasNewFile, expected: existsSync(at) ? fingerprint(at) : undefined };
        },
        all: () =>
          Object.fromEntries(
            readdirSync(workTree, { recursive: true, encoding: 'utf8' })
              .filter((path) => !lstatSync(join(workTree, path)).isDirectory())
              .map((path) => [path, read(path)]),
          ),
      });
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  };
}

function replaced(result: ReturnType<typeof replaceFiles>): Replacement {
  if (result.kind !== 'replaced') throw new Error(result.why);
  return result.replacement;
}

test(
  'files are replaced, added and removed, and all of it can be undone',
  onBench((bench) => {
    bench.write('a.txt', 'old a');
    bench.write('gone/b.txt', 'old b');
    symlinkSync('a.txt', join(bench.folders.workTree, 'link'));
    const before = bench.all();
    bench.prepare('a.txt', 'new a');
    bench.prepare('deep/er/c.txt', 'new c');
    symlinkSync('elsewhere', join(bench.folders.prepared, 'link'));
    const steps = [
      bench.step('a.txt'),
      bench.step('gone/b.txt', false),
      bench.step('deep/er/c.txt'),
      { ...bench.step('link'), expected: fingerprint(join(bench.folders.workTree, 'link')) },
    ];
    const replacement = replaced(replaceFiles(steps, bench.folders));
    assert.is(bench.read('a.txt'), 'new a');
    assert.is(bench.read('deep/er/c.txt'), 'new c');
    assert.is(readlinkSync(join(bench.folders.workTree, 'link')), 'elsewhere');
    assert.not.ok(existsSync(join(bench.folders.workTree, 'gone/b.txt')));
    assert.equal(replacement.rollBack(), []);
    assert.equal(bench.all(), before);
    assert.not.ok(existsSync(join(bench.folders.workTree, 'deep')));
  }),
);

test(
  'a file that was changed between the look and the move comes back, and so does all before it',
  onBench((bench) => {
    bench.write('a.txt', 'old a');
    bench.write('b.txt', 'old b');
    for (const path of ['a.txt', 'b.txt']) bench.prepare(path, 'new');
    const steps = [bench.step('a.txt'), bench.step('b.txt')];
    bench.write('b.txt', 'saved a moment ago');
    const result = replaceFiles(steps, bench.folders);
    assert.is(result.kind, 'rolled_back');
    assert.equal(bench.all(), { 'a.txt': 'old a', 'b.txt': 'saved a moment ago' });
  }),
);

test(
  'a file that was changed and changed back is not taken for the one that was looked at',
  onBench((bench) => {
    bench.write('a.txt', 'old');
    bench.prepare('a.txt', 'new');
    const steps = [bench.step('a.txt')];
    rmSync(join(bench.folders.workTree, 'a.txt'));
    bench.write('a.txt', 'other');
    bench.write('a.txt', 'old');
    assert.is(replaceFiles(steps, bench.folders).kind, 'rolled_back');
    assert.is(bench.read('a.txt'), 'old');
  }),
);

test(
  'a file that appears where a new one should go stays',
  onBench((bench) => {
    bench.write('a.txt', 'old a');
    bench.prepare('a.txt', 'new a');
    bench.prepare('n.txt', 'new n');
    const steps = [bench.step('a.txt'), bench.step('n.txt')];
    bench.write('n.txt', 'mine');
    assert.is(replaceFiles(steps, bench.folders).kind, 'rolled_back');
    assert.equal(bench.all(), { 'a.txt': 'old a', 'n.txt': 'mine' });
  }),
);

test(
  'a link in the place of a folder is not followed',
  onBench((bench) => {
    mkdirSync(join(bench.top, 'outside'));
    bench.prepare('folder/n.txt', 'new');
    const steps = [bench.step('folder/n.txt')];
    symlinkSync('../outside', join(bench.folders.workTree, 'folder'));
    assert.is(replaceFiles(steps, bench.folders).kind, 'rolled_back');
    assert.equal(readdirSync(join(bench.top, 'outside')), []);
  }),
);

test(
  'what is written to the old file by who had it open is seen, and undoing keeps it',
  onBench((bench) => {
    bench.write('a.txt', 'old');
    bench.prepare('a.txt', 'new');
    const steps = [bench.step('a.txt')];
    const open = openSync(join(bench.folders.workTree, 'a.txt'), 'a');
    const replacement = replaced(replaceFiles(steps, bench.folders));
    assert.equal(replacement.writtenMeanwhile(), []);
    writeSync(open, ' and more');
    assert.equal(replacement.writtenMeanwhile(), ['a.txt']);
    assert.equal(replacement.rollBack(), []);
    writeSync(open, ' and still more');
    closeSync(open);
    assert.is(bench.read('a.txt'), 'old and more and still more');
  }),
);

test(
  'undoing never overwrites what was written to the new file; what it replaced is kept if it holds more',
  onBench((bench) => {
    bench.write('a.txt', 'old');
    bench.prepare('a.txt', 'new');
    const open = openSync(join(bench.folders.workTree, 'a.txt'), 'a');
    const replacement = replaced(replaceFiles([bench.step('a.txt')], bench.folders));
    appendFileSync(join(bench.folders.workTree, 'a.txt'), ' and mine');
    writeSync(open, ' and late');
    closeSync(open);
    const kept = replacement.rollBack();
    assert.is(bench.read('a.txt'), 'new and mine');
    assert.equal(
      kept.map((path) => readFileSync(path, 'utf8')),
      ['old and late'],
    );
  }),
);

test(
  'a missing new file undoes everything',
  onBench((bench) => {
    bench.write('a.txt', 'old');
    assert.is(replaceFiles([bench.step('a.txt')], bench.folders).kind, 'rolled_back');
    assert.equal(bench.all(), { 'a.txt': 'old' });
  }),
);

test(
  'folders that are empty now go, those with something of the person stay',
  onBench((bench) => {
    bench.write('empty/er/a.txt', 'a');
    bench.write('full/b.txt', 'b');
    bench.write('full/mine.txt', 'mine');
    const steps = [bench.step('empty/er/a.txt', false), bench.step('full/b.txt', false)];
    replaced(replaceFiles(steps, bench.folders)).removeEmptyFolders();
    assert.equal(readdirSync(bench.folders.workTree), ['full']);
    assert.equal(bench.all(), { 'full/mine.txt': 'mine' });
  }),
);

test.run();
