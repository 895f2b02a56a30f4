import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  fileOfSymbol,
  isSymbolId,
  isTopLevel,
  nameOfSymbol,
  parseSymbolId,
  symbolId,
  topLevelOf,
} from '../../shared/kernel/symbol-id.ts';

const nameOnly = fc.string().filter((text) => !text.includes('#'));

test('an id gives back the path and the name that it was made of, also for a path with #', () => {
  fc.assert(
    fc.property(fc.string(), nameOnly, (path, name) => {
      const id = symbolId(path, name);
      assert.equal(parseSymbolId(id), { path, name });
      assert.is(fileOfSymbol(id), path);
      assert.is(nameOfSymbol(id), name);
      assert.ok(isSymbolId(id));
      assert.is(isTopLevel(id), name === '');
    }),
  );
});

test('the top level of a file has the empty name', () => {
  assert.is(topLevelOf('src/c#.ts'), 'src/c#.ts#');
  assert.is(topLevelOf('src/a.ts'), symbolId('src/a.ts', ''));
});

test('a bare name is not an id and has the empty path', () => {
  fc.assert(
    fc.property(nameOnly, (name) => {
      assert.not(isSymbolId(name));
      assert.equal(parseSymbolId(name), { path: '', name });
      assert.is(fileOfSymbol(name), '');
      assert.is(nameOfSymbol(name), name);
    }),
  );
});

test.run();
