import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pathsFromHere, targetsFromHere } from '../../cli/command-line/paths-from-here.ts';
import { makePlace, type Place } from './support.ts';

const test = suite<{ place: Place }>('paths that a person gives');

test.before.each(async (context) => {
  context.place = await makePlace();
});
test.after.each(({ place }) => place.remove());

test('a path is meant from where the person stands', async ({ place }) => {
  const { repository, folder } = place;
  const inside = join(repository, 'src', 'util');
  await mkdir(inside, { recursive: true });
  const given = ['a.ts', '../raw/b.ts', join(repository, 'c.ts')];
  assert.equal(await pathsFromHere(inside, given), ['src/util/a.ts', 'src/raw/b.ts', 'c.ts']);
  assert.equal(await pathsFromHere(repository, ['src/a.ts']), ['src/a.ts']);
  assert.equal(await pathsFromHere(folder, ['src/a.ts']), ['src/a.ts'], 'outside of a repository');
});

test('a symbol goes with its file', async ({ place }) => {
  const inside = join(place.repository, 'src');
  await mkdir(inside, { recursive: true });
  const given = ['a.ts#login', 'b.ts', 'a.ts#'];
  assert.equal(await targetsFromHere(inside, given), ['src/a.ts#login', 'src/b.ts', 'src/a.ts#']);
});

test.run();
