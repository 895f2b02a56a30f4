/** Texts and headers that are one long word hold up nobody: each is read in linear time. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { namedSymbols } from '../../relay/decisions/named-symbols.ts';
import { symbolNamesIn, wordsOfCode } from '../../relay/symbol-graph/names-in-text.ts';
import { limits } from '../../shared/contract/fields.ts';
import { codingFor } from '../../shared/node/http/coding.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'ANS-7 the coding that a header asks for': (text) => codingFor(`x${text}x`),
  'PKG-5 the names of symbols in a text': symbolNamesIn,
  'PKG-5 the words of code in a text': wordsOfCode,
  'DEC-3 the symbols that a text names': (text) => namedSymbols(text, []),
};

for (const [title, read] of Object.entries(readers)) {
  test(`${title} are found at once in the longest word`, () => {
    for (const part of ['a', 'é', 'a.', '#', ' ', '\t', '`', 'a1', 'a/']) {
      // Ten times as long as the longest text: time that grows with the square is seen at once.
      const text = part.repeat((10 * limits.rationale) / part.length);
      const took = leastMs(500, () => cpuMsOf(() => read(text)));
      assert.ok(took < 500, `${JSON.stringify(part)} took ${Math.round(took)} ms`);
    }
  });
}

test('DEC-3 a text full of code is compared with many symbols at once', () => {
  const symbols = Array.from({ length: 20_000 }, (_, at) => ({
    name: `name${at}`,
    file: `src/file${at % 100}.ts`,
    members: ['load'],
  }));
  const terms = Array.from({ length: 1_000 }, (_, at) => `q.x${at} z${at}.load`);
  assert.is(namedSymbols(terms.join(' '), symbols).length, symbols.length);
  const took = leastMs(1_000, () => cpuMsOf(() => namedSymbols(terms.join(' '), symbols)));
  assert.ok(took < 1_000, `took ${Math.round(took)} ms`);
  const inTwoFiles = 'src/file1.ts#load and file2.ts#load, but not file3.ts#name3.load';
  assert.is(namedSymbols(inTwoFiles, symbols).length, 401, 'and name3 itself');
});

test('PKG-5, DEC-3 calls and members are found as before', () => {
  const names = symbolNamesIn('call `store.load()`, cart.total() and the session store class');
  assert.equal(
    names.map(({ written }) => written),
    ['store', 'cart', 'session store'],
  );
  assert.equal(wordsOfCode('parse in src/a.ts#render and cart.test.ts'), ['parse', 'render']);
});

test.run();
