import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editOf } from './text/edits.ts';
import { parseDiff, splitLines, type Hunk } from './text/hunks.ts';
import { addsNames, importLinesOf } from './text/imports.ts';
import { linesTouch, regionsOf, spotsOf, type Region } from './text/regions.ts';
import { randomFrom } from '../support/random.ts';
import { shuffled, wilson } from './text/statistics.ts';

const diffs = suite('replay: differences');

const diff = `diff --git a/a.ts b/a.ts
index 1111111..2222222 100644
--- a/a.ts
+++ b/a.ts
@@ -2,3 +2,4 @@ function outer() {
 one
-two
+zwei
+--- drei
 four
\\ No newline at end of file
@@ -10,0 +12 @@
+ten
`;

diffs('hunks are read with their places, marks and missing line ends', () => {
  const hunks = parseDiff(diff).get('a.ts') ?? [];
  assert.equal(
    hunks.map(({ oldStart, newStart }) => [oldStart, newStart]),
    [
      [1, 1],
      [10, 11],
    ],
  );
  assert.equal(
    hunks[0]?.lines.map(({ mark, text }) => mark + text),
    [' one\n', '-two\n', '+zwei\n', '+--- drei\n', ' four'],
  );
});

diffs('regions are the changed lines without the context, counted from 0', () => {
  const hunks = parseDiff(diff).get('a.ts') ?? [];
  const none = { old: new Set<number>(), new: new Set<number>() };
  const regions = hunks.flatMap((hunk) => regionsOf(hunk, none));
  assert.equal(
    regions.map(({ start, end, removed, added }) => [start, end, removed, added]),
    [
      [2, 3, ['two'], ['zwei', '--- drei']],
      [10, 10, [], ['ten']],
    ],
  );
});

diffs('lines keep their ends', () => {
  assert.equal(splitLines('a\n\nb'), ['a\n', '\n', 'b']);
  assert.equal(splitLines(''), []);
});

diffs.run();

const regions = suite('replay: regions');

function region(start: number, end: number, added: string[] = ['x']): Region {
  return { start, end, removed: [], added, imports: false };
}

regions('two touch when they overlap or adjoin', () => {
  assert.ok(linesTouch(region(1, 3), region(2, 4)));
  assert.ok(linesTouch(region(1, 3), region(3, 4)));
  assert.ok(linesTouch(region(3, 3), region(3, 3)));
  assert.not(linesTouch(region(1, 3), region(4, 5)));
});

regions('the same change of both sides is no conflict', () => {
  assert.is(spotsOf([region(1, 2)], [region(1, 2)]).length, 0);
  assert.is(spotsOf([region(1, 2)], [region(1, 2, ['y'])]).length, 1);
});

regions('import lines are found over several lines, and with require', () => {
  const text = `import a from 'a';\nimport {\n  b,\n} from 'b';\n\nconst c = require('c')\nimport('d');\nconst e = 1;\n`;
  assert.equal([...importLinesOf(text)], [0, 1, 2, 3, 5]);
});

regions('an edit adds to imports when every name of before is still there', () => {
  assert.ok(addsNames([], [`import a from 'a';`]));
  assert.ok(addsNames([`import { a } from 'm';`], [`import { a, b } from 'm';`]));
  assert.not(addsNames([`import { a } from 'm';`], [`import { b } from 'm';`]));
});

regions.run();

const edits = suite('replay: edits from hunks');

function hunk(oldStart: number, lines: readonly string[]): Hunk {
  const parsed = lines.map((line) => ({
    mark: line[0] as ' ' | '-' | '+',
    text: `${line.slice(1)}\n`,
  }));
  return { oldStart, newStart: oldStart, lines: parsed };
}

edits('the old text gets as much context as makes it unique', () => {
  const text = 'start\nx\n}\nmiddle\nx\n}\nend\n';
  const edit = editOf(text, hunk(4, ['-x', '+y', ' }']));
  assert.is(edit?.tool, 'Edit');
  assert.is(edit?.input['old_string'], 'middle\nx\n}\nend\n');
  assert.is(edit?.input['new_string'], 'middle\ny\n}\nend\n');
  assert.is(edit?.next, 'start\nx\n}\nmiddle\ny\n}\nend\n');
});

edits('the place nearest to the expected one is taken, moved by earlier edits', () => {
  const text = 'x\n1\n2\nx\n3\n';
  assert.is(editOf(text, hunk(0, ['-x', '+y']))?.next, 'y\n1\n2\nx\n3\n');
  assert.is(editOf(text, hunk(1, ['-x', '+y']), 2)?.next, 'x\n1\n2\ny\n3\n');
});

edits('a text that is not there gives no edit, and an empty file is written whole', () => {
  assert.is(editOf('a\n', hunk(0, ['-b', '+c'])), undefined);
  const edit = editOf('', hunk(0, ['+a']));
  assert.equal([edit?.tool, edit?.input], ['Write', { content: 'a\n' }]);
});

edits.run();

const statistics = suite('replay: statistics');

statistics('the interval of a share', () => {
  const [low = 0, high = 0] = wilson(8, 10) ?? [];
  assert.is(low.toFixed(3), '0.490');
  assert.is(high.toFixed(3), '0.943');
  assert.is(wilson(0, 0), undefined);
});

statistics('the same seed gives the same order', () => {
  const items = [...Array(20).keys()];
  assert.equal(shuffled(items, randomFrom(3)), shuffled(items, randomFrom(3)));
  assert.not.equal(shuffled(items, randomFrom(3)), shuffled(items, randomFrom(4)));
});

statistics.run();
