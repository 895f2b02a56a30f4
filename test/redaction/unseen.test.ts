/** RED-1: what a reader sees is redacted, also where the text is not written in one piece. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactJson } from '../../shared/redaction/redact-json.ts';
import { redactText } from '../../shared/redaction/redact.ts';
import { asText } from '../../shared/kernel/display.ts';
import { letters } from './secrets.ts';

const token = `ghp_${letters(36)}`;
const password = ['Tr0ub4dor', '&3x'].join('');

/** By name, what stands in the middle of a secret and is not seen there. */
const between: Readonly<Record<string, string>> = {
  'a zero width space': '\u200b',
  'a zero width joiner': '\u200d',
  'a word joiner': '\u2060',
  'a soft hyphen': '\u00ad',
  'a byte order mark': '\ufeff',
  'a change of direction': '\u202e\u202c',
  'a variation selector': '\ufe0f',
  'a variation selector of the supplement': '\u{e0101}',
  'tag characters': '\u{e0041}\u{e007f}',
  'a filler': '\u3164',
  'a combining grapheme joiner': '\u034f',
  'an invisible operator': '\u2062',
  'a private character': '\ue000',
  'a control character': '\b',
  'a NUL': '\0',
  'an escape sequence of a colour': '\u001b[31m',
  'an escape sequence in C1': '\u009b1;31m',
  'a hyperlink': '\u001b]8;;https://x.test\u0007',
  'a hyperlink that ends with ST': '\u001b]8;;https://x.test\u001b\\',
  'an escape sequence of two characters': '\u001b7',
};

for (const [name, unseen] of Object.entries(between)) {
  test(`RED-1 a secret with ${name} in it is removed whole`, () => {
    for (const at of [2, 4, 9, 28, 38]) {
      const text = `Use ${token.slice(0, at)}${unseen}${token.slice(at)} ✓ here`;
      const { text: clean, removed } = redactText(text);
      assert.equal(removed, [{ kind: 'GitHub token', count: 1 }], `${at} ${clean}`);
      assert.is(asText(clean), 'Use [GitHub token removed] ✓ here');
      assert.equal(redactText(clean), { text: clean, removed: [] }, 'twice is once');
    }
    for (const split of [
      `pass${unseen}word=${password}`,
      `password${unseen}=${password}`,
      `password=Tr0ub4${unseen}dor&3x`,
    ]) {
      const { text: clean, removed } = redactText(split);
      assert.equal(removed, [{ kind: 'password', count: 1 }], clean);
      assert.is(asText(clean), 'password=[password removed]');
    }
  });
}

test('RED-1 a secret with such a character between all of its letters is removed', () => {
  const { text } = redactText(`Use ${Array.from(token).join('\u200b')} here`);
  assert.is(text, 'Use [GitHub token removed] here');
});

test('RED-1 a secret in fullwidth or other compatible letters is removed', () => {
  for (const text of [
    `ｇhp_${token.slice(4)}`,
    `ghp＿${token.slice(4)}`,
    `ghp_${token.slice(4, -4)}${wide(token.slice(-4))}`,
    wide(token),
  ]) {
    const clean = redactText(`Use ${text} here`);
    assert.is(clean.text, 'Use [GitHub token removed] here');
  }
  for (const text of [
    `password：${password}`,
    `ｐａｓｓｗｏｒｄ＝${password}`,
    `𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝: ${password}`,
  ])
    assert.match(redactText(text).text, /^password[:=] ?\[password removed\]$/);
  assert.match(redactText(`contrasen\u0303a: ${password}`).text, '[password removed]');
});

function wide(text: string): string {
  return text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
}

test('RED-1 a secret that is named by such a name of JSON is removed', () => {
  const value = { ['pass\u200bword']: 'hunter22', ｔｏｋｅｎ: letters(24), note: 'hunter22' };
  const told: string[] = [];
  assert.equal(
    redactJson(value, 'context', (field) => void told.push(field)),
    { ['pass\u200bword']: '[password removed]', ｔｏｋｅｎ: '[secret removed]', note: 'hunter22' },
  );
  assert.is(told.length, 2);
});

test('RED-3 a text without a secret keeps its characters, whatever they are', () => {
  for (const text of [
    'A family 👨‍👩‍👧, a heart ❤️ and 1️⃣',
    'می‌خواهم',
    'ｆｕｌｌ width：yes, ½ and ™ and ﷺ',
    '\u001b[32m✓\u001b[0m 12 passed',
    'soft\u00adhyphen and \u200bpass\u200bed: 3',
    `Fixed ❤️ with a [GitHub token removed] and 👨‍👩‍👧`,
  ])
    assert.equal(redactText(text), { text, removed: [] });
});

test('RED-1 other characters of a text stay when a secret is removed that is written in one piece', () => {
  assert.is(redactText(`❤️ ${token} 👨‍👩‍👧`).text, '❤️ [GitHub token removed] 👨‍👩‍👧');
});

test.run();
