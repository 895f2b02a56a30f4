/** Times and days are said by one set of formats, with 24 hours. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { timeOfDay, weekdayAndTime, wholeTime } from '../../relay/dashboard/page/kit/dates.ts';

const page = fileURLToPath(new URL('../../relay/dashboard/page/', import.meta.url));

test('DSH-5 an evening is 21:11 in every form, whatever the language', () => {
  const evening = new Date(2026, 10, 23, 21, 11, 5).getTime();
  assert.is(timeOfDay(evening), '21:11');
  assert.match(weekdayAndTime(evening), /^Monday 21:11$/);
  assert.match(wholeTime(evening), '21:11:05');
});

test('DSH-5 no view has a format of its own for times and days', () => {
  const sources = readdirSync(page, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && path !== 'kit/dates.ts')
    .filter((path) =>
      /DateTimeFormat|toLocale(?:Date|Time)String/.test(readFileSync(page + path, 'utf8')),
    );
  assert.equal(sources, []);
});

test.run();
