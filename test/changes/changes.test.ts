/** RSV-10, RSV-13: whose lines are in the way in one work tree, and when a change is of the whole file. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { editConflicts } from '../../daemon/changes/edit-conflict.ts';
import { FileChanges } from '../../daemon/changes/file-changes.ts';
import { OwnedLines } from '../../daemon/changes/owned-lines.ts';
import { touchedBy } from '../../daemon/changes/written-places.ts';
import type { RepositoryFile } from '../../daemon/git/path-resolver.ts';
import { loadPlaceReader } from '../../daemon/index/places/place-reader.ts';
import { limits } from '../../shared/contract/fields.ts';
import { overlap } from '../../shared/reservations/lines.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { CommittedTexts } from './committed-texts.ts';
import { ReservationList } from './reservation-list.ts';

const before = 'a\nb\nc\nd\n';

test('RSV-13: where another session only removed lines, none of its lines are in the way', () => {
  const owned = new OwnedLines();
  const after = 'a\nd\n';
  owned.note('file', 'ann', { before, after });
  const around = { start: 0, end: 2 };
  assert.is(
    owned.spansIn('file', after).some((span) => overlap(around, span)),
    false,
  );
});

test('RSV-13: a file is shared as soon as two sessions have lines in it', () => {
  const owned = new OwnedLines();
  owned.note('file', 'ann', { before, after: `x\n${before}` });
  assert.is(owned.isShared('file'), false);
  owned.note('file', 'ben', { before: `x\n${before}`, after: `x\n${before}y\n` });
  assert.is(owned.isShared('file'), true);
  owned.forget('file', 'ann');
  assert.is(owned.isShared('file'), false);
});

test("SES-3: what a subagent changed is its conversation's when it ends", () => {
  const owned = new OwnedLines();
  const after = `x\n${before}`;
  owned.note('file', 'sub', { before, after });
  owned.note('file', 'main', { before: after, after: `${after}y\n` });
  owned.handOver('sub', 'main');
  assert.equal(
    owned.spansIn('file', `${after}y\n`).map(({ owner, start, end }) => [owner, start, end]),
    [
      ['main', 0, 1],
      ['main', 5, 6],
    ],
  );
  assert.equal([owned.knows('file', 'main'), owned.knows('file', 'sub')], [true, false]);
});

test('RSV-10: a change of more places than a write can name is of the whole file, before the write as after it', async () => {
  const reader = await loadPlaceReader();
  const variables = (count: number) =>
    Array.from({ length: count }, (_, at) => `const v${at} = ${at};\n`).join('');
  const touched = (count: number) =>
    touchedBy(reader.read('a.ts', ''), reader.read('a.ts', variables(count)));
  assert.is(touched(limits.symbolsPerFile).length, limits.symbolsPerFile);
  assert.is(touched(limits.symbolsPerFile + 1), 'whole');
});

test('RSV-17: lines that were only indented are held with the place whose range of the base they lie in', async () => {
  const clock = new FakeClock();
  const bases = new CommittedTexts(clock);
  const workTree = { root: '/tree', gitDir: '/tree/.git', commonDir: '/tree/.git' };
  const file = { kind: 'inside', workTree, path: 'a.ts', key: 'a.ts' } as const;
  let text = 'export const a = 1;\n';
  bases.commit(file, text);
  const options = { bases, files: { textOf: () => ({ text }) }, isShared: () => false };
  const changes = new FileChanges({ ...options, ownerOf: (sessionId) => sessionId });
  const list = new ReservationList('a.ts', 'symbols', clock);
  const write = async (sessionId: string, after: string) => {
    const change = { before: text, after };
    const own = list.of(sessionId);
    const places = await changes.placesOf(file, {
      owner: sessionId,
      change,
      own,
      others: list.ofOthers(sessionId),
    });
    text = after;
    list.acquire(sessionId, places);
  };
  const added = `${text}\nexport function f(): void {\n  g();\n}\n`;
  await write('ben', added);
  list.release('ben');
  const indented = added.replace('export function f', '  export function f');
  await write('ann', `${indented}\nexport function h(): void {}\n`);
  assert.equal(
    list.of('ann').map(({ symbol }) => symbol),
    ['h'],
    'both hunks lie in one range of the base',
  );
  const preview = changes.preview(file, [
    {
      kind: 'replace',
      oldText: '  export function f',
      newText: '    export function f',
      all: false,
    },
  ]);
  if (typeof preview === 'string') throw new Error('the edit fits');
  const asking = { sessionId: 'ben', nowMs: clock.now(), policy: 'symbols' } as const;
  const [denial] = await editConflicts(preview, list.ofOthers('ben'), asking);
  assert.equal([denial?.by, denial?.reservation.symbol], ['lines', 'h']);
});

test('RSV-11: who takes back what it let go of holds what the same write brings, although another is beside the old place', async () => {
  const clock = new FakeClock();
  const bases = new CommittedTexts(clock);
  const base = '# One\n\ntwo\nthree\nfour\nfive\n';
  const list = new ReservationList('a.md', 'lines', clock);
  const texts = new Map<string, string>();
  const textOf = ({ workTree: { root } }: Pick<RepositoryFile, 'workTree'>) => ({
    text: texts.get(root) ?? base,
  });
  const ownerOf = (sessionId: string) => sessionId;
  const changes = new FileChanges({ bases, files: { textOf }, isShared: () => false, ownerOf });
  const write = async (sessionId: string, after: string) => {
    const root = `/${sessionId}`;
    const workTree = { root, gitDir: `${root}/.git`, commonDir: '/ann/.git' };
    const file = { kind: 'inside', workTree, path: 'a.md', key: 'a.md' } as const;
    bases.commit(file, base);
    const change = { before: textOf({ workTree }).text, after };
    texts.set(root, after);
    const others = list.ofOthers(sessionId);
    const written = { owner: sessionId, change, own: list.of(sessionId), others };
    return list.acquire(sessionId, await changes.placesOf(file, written));
  };
  const rangesOfAnn = () => list.of('ann').flatMap(({ lines }) => lines?.ranges ?? []);
  await write('ann', base.replace('three', '3'));
  list.release('ann');
  assert.equal(await write('ben', base.replace('three', 'three!')), []);
  assert.equal(await write('ann', base.replace('five', '5')), []);
  assert.equal(rangesOfAnn(), [{ start: 5, end: 6 }]);
});

test('RSV-11: a file that its session made and committed is free beside what it changes later, and still new where it is not', async () => {
  const clock = new FakeClock();
  const bases = new CommittedTexts(clock);
  const list = new ReservationList('a.ts', 'members', clock);
  const created = 'export const a = 1;\n\nexport const b = 2;\n\nexport const c = 3;\n';
  const texts = new Map<string, string>();
  const textOf = ({ workTree: { root } }: Pick<RepositoryFile, 'workTree'>) => ({
    text: texts.get(root),
  });
  const ownerOf = (sessionId: string) => sessionId;
  const changes = new FileChanges({ bases, files: { textOf }, isShared: () => false, ownerOf });
  const fileOf = (name: string): RepositoryFile => {
    const root = `/${name}`;
    const workTree = { root, gitDir: `${root}/.git`, commonDir: '/ann/.git' };
    return { kind: 'inside', workTree, path: 'a.ts', key: 'a.ts' };
  };
  const write = async (after: string) => {
    const change = { before: texts.get('/ann'), after };
    texts.set('/ann', after);
    const written = { owner: 'ann', change, own: list.of('ann'), others: list.ofOthers('ann') };
    list.acquire('ann', await changes.placesOf(fileOf('ann'), written));
  };
  const denialsOf = async (content: string) => {
    const preview = changes.preview(fileOf('ben'), [{ kind: 'write', content }]);
    if (typeof preview === 'string') throw new Error('the edit fits');
    const asking = { sessionId: 'ben', nowMs: clock.now(), policy: 'members' } as const;
    const denials = await editConflicts(preview, list.ofOthers('ben'), asking);
    return denials.map(({ reservation }) => reservation.symbol);
  };
  bases.commitWithout(fileOf('ann'));
  await write(created);
  bases.commit(fileOf('ann'), created);
  clock.advance(6 * 60_000);
  await write(created.replace('a = 1', 'a = 10'));
  clock.advance(6 * 60_000);
  list.dropExpired();
  texts.set('/ben', created);
  assert.equal(await denialsOf(created.replace('c = 3', 'c = 30')), []);
  assert.equal(await denialsOf(created.replace('a = 1', 'a = 11')), ['a']);
  texts.delete('/ben');
  assert.equal(await denialsOf('export const d = 4;\n'), ['a']);
});

test('RSV-11: line ends that git turned at the checkout are no change, whatever a write of the whole file has', async () => {
  const clock = new FakeClock();
  const bases = new CommittedTexts(clock);
  const list = new ReservationList('a.md', 'lines', clock);
  const committed = 'one\ntwo\nthree\nfour\nfive\n';
  const onDisk = committed.replaceAll('\n', '\r\n');
  const files = { textOf: () => ({ text: onDisk }) };
  const ownerOf = (sessionId: string) => sessionId;
  const changes = new FileChanges({ bases, files, isShared: () => false, ownerOf });
  const fileOf = (name: string): RepositoryFile => {
    const root = `/${name}`;
    const workTree = { root, gitDir: `${root}/.git`, commonDir: '/ann/.git' };
    return { kind: 'inside', workTree, path: 'a.md', key: 'a.md' };
  };
  const touches = async (content: string) => {
    const preview = changes.preview(fileOf('ben'), [{ kind: 'write', content }]);
    if (typeof preview === 'string') throw new Error('the edit fits');
    const asking = { sessionId: 'ben', nowMs: clock.now(), policy: 'lines' } as const;
    return (await editConflicts(preview, list.ofOthers('ben'), asking)).length > 0;
  };
  for (const text of [committed, onDisk]) {
    bases.commit(fileOf('ann'), text);
    list.release('ann');
    const change = { before: onDisk, after: committed.replace('one', '1') };
    list.acquire(
      'ann',
      await changes.placesOf(fileOf('ann'), { owner: 'ann', change, own: [], others: [] }),
    );
    const isTurned = text === committed;
    const [held] = list.of('ann').map(({ lines }) => lines?.ranges);
    assert.equal(held, [{ start: 0, end: isTurned ? 1 : 5 }]);
    assert.is(await touches(committed.replace('five', '5')), !isTurned);
    assert.is(await touches(onDisk.replace('one', 'eins')), true);
  }
});

test.run();
