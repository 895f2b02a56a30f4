/** People paste what was a line of a table or of a terminal; a field of one line takes it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { line } from '../../shared/contract/fields.ts';
import { scenario } from '../support/scenario.ts';

scenario('ANS-3', 'a tab or a line break in a line of text is a space', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  for (const between of ['\t', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\t\n']) {
    const words = { id, title: `One${between}two${between}`, rationale: `a${between}b` };
    const { id: decision_id } = await ada.ok('decide', { ...words, decision_type: 'other' });
    const found = await ada.ok('getDecision', { id, decision_id });
    assert.is(found.title, 'One two', JSON.stringify(between));
    assert.is(found.rationale, `a${between}b`);
  }
});

scenario('ANS-3', 'what else nobody sees in a line is refused with what to do', async (world) => {
  const { id } = world.workspace;
  for (const hidden of ['\u0007', '\u001b[31m', '\u0000', '\u009b', '\ud83d']) {
    const words = { id, title: `One${hidden}two`, rationale: 'x', decision_type: 'other' };
    const { status, error, field, message } = await world.as('ada').refused('decide', words);
    assert.equal([status, error, field], [400, 'ValidationError', 'title']);
    assert.match(message, /control characters or lone surrogates, .*: remove them, or type/);
  }
  const blank = { id, title: ' \t\n', rationale: 'x', decision_type: 'other' };
  assert.is((await world.as('ada').refused('decide', blank)).status, 400);
});

scenario('TXT-7', 'a line of which nothing is seen is refused', async (world) => {
  const ada = world.as('ada');
  for (const unseen of ['\u202e', '\u200b\u2060', ' \u{e0041} ', '\u3164', '\ue000']) {
    const made = await ada.refused('createWorkspace', { name: unseen, slug: 'unseen' });
    assert.equal([made.status, made.error, made.field], [400, 'ValidationError', 'name']);
    assert.match(made.message, /^name must have a character that is seen/);
  }
  for (const name of ['☕', '日本', '\u202eabc', 'é'.normalize('NFD'), '👩‍💻'])
    assert.ok(line(10).safeParse(name).success, name);
});

test.run();
