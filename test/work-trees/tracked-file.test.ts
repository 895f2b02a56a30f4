import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Edit } from '../../daemon/index/text-edits.ts';
import { TrackedFile } from '../../daemon/work-trees/tracked-file.ts';
import type { WriteCall } from '../../daemon/work-trees/expected-write.ts';

const test = suite('RSV-15 the texts of one file');

const base = 'a\nb\nc\nd\ne\n';
const callOf = (conversationId: string, toolUseId?: string): WriteCall => ({
  conversation: { conversationId, agentId: '' },
  toolUseId,
});
const [ana, bo] = [callOf('ana', '1'), callOf('bo', '2')];
const at = (text: string | undefined, atMs = 0) => ({ text, atMs });
const edit = (oldText: string, newText: string): Edit[] => [
  { kind: 'replace', oldText, newText, all: false },
];

test('what nobody is known to write, and a formatter, counts for the one call that writes', () => {
  const file = new TrackedFile();
  file.expect(ana, edit('a', 'A'), at(base));
  const after = 'A\nb\nc\nd\nE\n';
  assert.equal(file.written(ana, edit('a', 'A'), at(after)), { before: base, after });
});

test('of two calls each has its own change, also when the second report finds the first change taken back', () => {
  const file = new TrackedFile();
  file.expect(ana, [{ kind: 'write', content: 'A\nb\nc\nd\ne\n' }], at(base));
  file.expect(bo, [{ kind: 'write', content: 'a\nb\nc\nd\nE\n' }], at(base));
  const onDisk = 'a\nb\nc\nd\nE\n';
  assert.equal(file.written(bo, undefined, at(onDisk)), { before: base, after: onDisk });
  assert.equal(file.written(ana, undefined, at(onDisk)), {
    before: base,
    after: 'A\nb\nc\nd\ne\n',
  });
});

test('a call that says nothing gets what the others do not claim', () => {
  const file = new TrackedFile();
  file.expect(ana, undefined, at(base));
  file.expect(bo, edit('e', 'E'), at(base));
  const both = 'A\nb\nc\nd\nE\n';
  assert.equal(file.written(ana, undefined, at(both)), { before: base, after: 'A\nb\nc\nd\ne\n' });
  assert.equal(file.written(bo, undefined, at(both)), {
    before: 'A\nb\nc\nd\ne\n',
    after: both,
  });
});

test('a deletion of text is found among the writes of others', () => {
  const file = new TrackedFile();
  file.expect(ana, edit('b\n', ''), at(base));
  file.expect(bo, edit('e', 'E'), at(base));
  const both = 'a\nc\nd\nE\n';
  assert.equal(file.written(ana, undefined, at(both)), { before: base, after: 'a\nc\nd\ne\n' });
});

test('calls without an id are told apart by their edits', () => {
  const file = new TrackedFile();
  const call = callOf('ana');
  file.expect(call, edit('a', 'A'), at(base));
  file.expect(call, edit('e', 'E'), at('A\nb\nc\nd\ne\n'));
  const both = 'A\nb\nc\nd\nE\n';
  assert.equal(file.written(call, edit('a', 'A'), at(both)), {
    before: 'a\nb\nc\nd\nE\n',
    after: both,
  });
  const second = { before: 'A\nb\nc\nd\ne\n', after: both };
  assert.equal(file.written(call, edit('e', 'E'), at(both)), second);
});

test('a call that was asked about once more is compared with the text of the second time', () => {
  const file = new TrackedFile();
  const call = callOf('ana');
  file.expect(call, undefined, at(base));
  file.expect(call, undefined, at('X\nb\nc\nd\ne\n'));
  const after = 'X\nb\nc\nd\nE\n';
  const change = file.written(call, undefined, at(after));
  assert.equal(change, { before: 'X\nb\nc\nd\ne\n', after });
});

test('changes without a hook: a watcher’s stay claimable for ten seconds, then they are nobody’s', () => {
  const file = new TrackedFile();
  assert.is(file.unreported(at(base), 0), undefined);
  const [seen, later] = ['A\nb\nc\nd\ne\n', 'A\nb\nc\nd\nE\n'];
  file.notice(at(seen, 1));
  assert.equal(file.written(ana, undefined, at(seen, 9_000)), { before: base, after: seen });
  file.notice(at(later, 10_000));
  const last = later.replace('c', 'C');
  assert.equal(file.written(ana, undefined, at(last, 30_000)), { before: later, after: last });
});

test('HOK-6: what was there before a command began is none of its change, also when more was seen since', () => {
  const file = new TrackedFile();
  file.unreported(at(base), 0);
  const merged = base.replace('b', 'B');
  const after = merged.replace('d', 'D');
  file.notice(at(merged, 1_000));
  // The watcher tells of the merge only now, when the command has written.
  file.notice(at(after, 1_300));
  assert.equal(file.unreported(at(after, 1_400), 1_100), { before: merged, after });
});

test('HOK-6: what was there before a command began is none of its change, however often it is told of', () => {
  const file = new TrackedFile();
  file.unreported(at(base), 0);
  const pulled = base.replace('b', 'B');
  file.notice(at(pulled, 1_000));
  file.notice(at(pulled, 1_200));
  const after = pulled.replace('e', 'E');
  assert.equal(file.unreported(at(after, 1_300), 1_100), { before: pulled, after });
});

test('HOK-6: of a file that was gone before a shell command, all that it has then is the command’s', () => {
  const file = new TrackedFile();
  file.notice(at(undefined, 1_000));
  assert.equal(file.unreported(at(base, 2_000), 1_500), { before: undefined, after: base });
});

test('a file that comes and goes', () => {
  const file = new TrackedFile();
  file.expect(ana, undefined, at(undefined));
  assert.equal(file.written(ana, undefined, at(base)), { before: undefined, after: base });
  file.expect(bo, [{ kind: 'delete' }], at(base));
  assert.equal(file.written(bo, undefined, at(undefined)), { before: base, after: undefined });
});

test('nothing is known of a file that was never seen', () => {
  const file = new TrackedFile();
  assert.is(file.written(ana, undefined, at(base)), undefined);
  assert.is(file.written(ana, [{ kind: 'write', content: base }], at(base)), undefined);
  assert.equal(file.written(ana, edit('x', 'a'), at(base)), {
    before: 'x\nb\nc\nd\ne\n',
    after: base,
  });
});

test('RSV-1: edits that have not reached the disk are their call’s; those that have are no change twice', () => {
  const file = new TrackedFile();
  file.expect(ana, edit('b', 'c'), at(base));
  const awaited = { before: base, after: base.replace('b', 'c') };
  assert.equal(file.written(ana, edit('b', 'c'), at(base)), awaited);
  const anchored = new TrackedFile();
  const [said, after] = [edit('b', 'b\nB'), base.replace('b', 'b\nB')];
  anchored.expect(ana, said, at(after));
  assert.equal(anchored.written(ana, said, at(after)), { before: base, after });
});

test('under any interleaving each call has its own line, also of one agent that says nothing', () => {
  const agents = 4;
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: agents - 1 }), { maxLength: 60 }),
      fc.constantFrom('all say', 'one is silent', 'none asks'),
      (turns, mode) => {
        const file = new TrackedFile();
        const lines = Array.from({ length: agents * 2 }, (_, index) => `line ${index} 0`);
        let disk = `${lines.join('\n')}\n`;
        file.expect(callOf('first'), undefined, at(disk));
        file.written(callOf('first'), undefined, at(disk));
        const steps = Array.from({ length: agents }, () => 0);
        for (const agent of turns) {
          const step = steps[agent] ?? 0;
          steps[agent] = step + 1;
          const round = Math.floor(step / 3);
          const [from, to] = [`line ${agent * 2} ${round}\n`, `line ${agent * 2} ${round + 1}\n`];
          const call = callOf(`agent ${agent}`, `${agent} ${round}`);
          const said = mode === 'one is silent' && agent === 0 ? undefined : edit(from, to);
          if (step % 3 === 0 && mode !== 'none asks') file.expect(call, said, at(disk));
          if (step % 3 === 1) disk = disk.replace(from, to);
          if (step % 3 !== 2) continue;
          const change = file.written(call, said, at(disk));
          assert.is(change?.before?.replace(from, to), change?.after);
          assert.ok(change?.before?.includes(from));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test.run();
