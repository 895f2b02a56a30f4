/** RSV-11: whether an edit touches what the other side has changed, and which lines a write has changed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changedRanges, editCollision, ownChange } from '../../daemon/lines/edit-collision.ts';
import { linesOf } from '../../daemon/lines/text-lines.ts';
import type { LineRange } from '../../shared/reservations/lines.ts';

/** Ten lines called 0 to 9; a change names the line and what takes its place. */
function text(changes: Record<number, string> = {}): string {
  return Array.from({ length: 10 }, (_, at) => changes[at] ?? `${at}\n`).join('');
}

interface Sides {
  readonly base?: string;
  readonly current?: string;
  readonly proposed: string;
  readonly theirs: readonly LineRange[];
}

function collision({ base = text(), current = base, proposed, theirs }: Sides) {
  return editCollision({
    base: linesOf(base),
    current: linesOf(current),
    proposed: linesOf(proposed),
    theirs,
  });
}

function changed(base: string, before: string, after: string): readonly LineRange[] {
  return changedRanges(linesOf(base), linesOf(before), linesOf(after));
}

test('RSV-11: an edit collides when it overlaps or adjoins lines of the other side', () => {
  const theirs = [{ start: 4, end: 6 }];
  const kindOf = (changes: Record<number, string>) =>
    collision({ proposed: text(changes), theirs }).kind;
  assert.is(kindOf({ 4: 'x\n' }), 'touch');
  assert.is(kindOf({ 3: 'x\n' }), 'touch');
  assert.is(kindOf({ 6: '' }), 'touch');
  assert.is(kindOf({ 2: 'x\n' }), 'apart');
  assert.is(kindOf({ 7: 'x\n' }), 'apart');
  assert.is(kindOf({ 5: '5\nx\n' }), 'touch');
  assert.is(kindOf({ 6: '6\nx\n' }), 'apart');
});

test('RSV-11: a collision names the lines of both sides', () => {
  const proposed = `new\nnew\n${text({ 5: 'x\n' })}`;
  assert.equal(collision({ proposed, theirs: [{ start: 6, end: 7 }] }), {
    kind: 'touch',
    theirs: { start: 6, end: 7 },
    mine: { start: 7, end: 8 },
    onlyImports: false,
  });
});

test('RSV-11: what was changed before the edit does not count again', () => {
  const current = text({ 4: 'mine\n' });
  const theirs = [{ start: 4, end: 5 }];
  const proposed = text({ 4: 'mine\n', 8: 'x\n' });
  assert.is(collision({ current, proposed, theirs }).kind, 'apart');
});

test('RSV-11: in a shared work tree an edit of the lines that the other side wrote collides', () => {
  const current = text({ 4: 'theirs\nand more\n' });
  const theirs = [{ start: 4, end: 5 }];
  const edited = text({ 4: 'theirs\nand mine\n' });
  assert.is(collision({ current, proposed: edited, theirs }).kind, 'touch');
  // Taken back to the base: the merge has nothing of it, but the other side's work is gone.
  assert.is(collision({ current, proposed: text(), theirs }).kind, 'touch');
  const beside = text({ 4: 'theirs\nand more\n', 6: 'x\n' });
  assert.is(collision({ current, proposed: beside, theirs }).kind, 'apart');
});

test('RSV-11: what both sides change to the same collides, as one of them may go on with it', () => {
  const sides = { proposed: text({ 4: 'same\n' }), theirs: [{ start: 4, end: 5 }] };
  assert.is(collision(sides).kind, 'touch');
});

test('RSV-11: a file that was not there is touched by everybody who creates it', () => {
  const theirs = [{ start: 0, end: 0 }];
  assert.is(collision({ base: '', proposed: 'a\n', theirs }).kind, 'touch');
});

test('RSV-11: imports that both sides add are told, not denied', () => {
  const base = "import { a } from 'a';\n\nrun(a);\n";
  const proposed = "import { a } from 'a';\nimport { b } from 'b';\n\nrun(a);\n";
  const theirs: LineRange[] = [{ start: 1, end: 1, addsImports: true }];
  assert.equal(collision({ base, proposed, theirs }), {
    kind: 'touch',
    theirs: theirs[0],
    mine: { start: 1, end: 2 },
    onlyImports: true,
  });
  const plain = collision({ base, proposed, theirs: [{ start: 1, end: 1 }] });
  assert.is(plain.kind === 'touch' && plain.onlyImports, false);
});

test('RSV-11: the changed lines of a write are counted in the base', () => {
  assert.equal(changed(text(), text(), text({ 3: 'x\n' })), [{ start: 3, end: 4 }]);
  assert.equal(changed(text(), text(), `new\n${text()}`), [{ start: 0, end: 0 }]);
  const before = `new\n${text()}`;
  assert.equal(changed(text(), before, `new\n${text({ 3: 'x\n' })}`), [{ start: 3, end: 4 }]);
  assert.equal(changed(text(), before, `newer\n${text()}`), [{ start: 0, end: 0 }]);
  assert.equal(changed(text(), before, before), []);
});

test('RSV-11: a write that takes a change back has changed its lines', () => {
  assert.equal(changed(text(), text({ 3: 'x\n', 8: 'y\n' }), text({ 8: 'y\n' })), [
    { start: 3, end: 4 },
  ]);
});

const ownChanged = (...[base, before, after]: [string, string, string]) =>
  ownChange(linesOf(base), linesOf(before), linesOf(after));

test('RSV-11: a write beside own changes has changed no more than a merge would take of it', () => {
  const code = 'f() {\n  a;\n}\n';
  const before = 'f() {\n  a;\n  b;\n}\n';
  const after = `${before}\ng() {\n  c;\n}\n`;
  // Git shows both as one insertion before the last line, so a line at the end of the file is free.
  assert.equal(ownChanged(code, before, after).brought, [{ start: 2, end: 2 }]);
  assert.equal(changed(code, before, after), [
    { start: 2, end: 2 },
    { start: 3, end: 3 },
  ]);
});

test('RSV-11: an import that is taken back is still only an import', () => {
  const base = "import { a } from 'a';\n\nrun(a);\n";
  const before = base.replace('{ a }', '{ a, b }');
  const only = [{ start: 0, end: 1, addsImports: true }];
  assert.equal(ownChanged(base, before, base), { brought: [], takenBack: only });
  assert.equal(ownChanged(base, before, `\n${before}`), { brought: only, takenBack: [] });
});

test.run();
