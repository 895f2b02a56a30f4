/** RSV-17: what tells work trees apart. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FileChanges } from '../../daemon/changes/file-changes.ts';
import type { BaseTexts } from '../../daemon/changes/base-texts.ts';

const test = suite('names of work trees');

function nameIn(homeId: string, root: string): string {
  const files = { textOf: () => 'unreadable' as const };
  const bases = {} as BaseTexts;
  const changes = new FileChanges({
    ...{ bases, files, homeId },
    isShared: () => true,
    ownerOf: (id) => id,
  });
  return changes.treeName({ root, gitDir: `${root}/.git`, commonDir: `${root}/.git` });
}

test('RSV-17 work trees at one path are two, on two machines of one name', () => {
  assert.is.not(nameIn('one', '/work/shop'), nameIn('other', '/work/shop'));
  assert.is(nameIn('one', '/work/shop'), nameIn('one', '/work/shop'));
  assert.is.not(nameIn('one', '/work/shop'), nameIn('one', '/work/other'));
});

test.run();
