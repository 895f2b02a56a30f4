import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { namesWork } from '../../shared/sessions/rules.ts';

const test = suite('SES-8');

const assent = ['', '👍', '2', 'Go on', 'continue', 'Yes.', 'weiter', '继续'];
const phrases = [
  'Looks good to me, keep going!',
  'Yes, option 2',
  'that’s fine, do it then',
  'b) please',
];
const work = [
  'Fix login',
  'Go on with the login form',
  'yes, and add a test',
  '修复登录',
  'Tidy up src/a.ts',
];

test('SES-8 a prompt that only assents or continues names no work', () => {
  for (const prompt of [...assent, ...phrases]) assert.not(namesWork(prompt), prompt);
});

test('SES-8 one that says what to do does, and so does a long one', () => {
  for (const prompt of [...work, 'go on '.repeat(20)]) assert.ok(namesWork(prompt), prompt);
});

test.run();
