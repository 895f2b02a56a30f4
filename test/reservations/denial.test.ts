/** RSV-9: why a write is denied, and advice that fits what was denied. */
import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { denialMessage, type Denial } from '../../shared/reservations/denial.ts';
import { wholeFile } from '../../shared/reservations/places.ts';

const test = suite('denials');
const nowMs = Date.parse('2026-01-05T09:00:00.000Z');

function told(of: Partial<Denial>): string {
  const denial = {
    ...{ filePath: 'src/a.ts', symbol: 'login', heldSymbol: 'login', holder: 'Ann', task: '' },
    ...{ holderSessionId: 'sess_a', sessionId: undefined, expiresAt: nowMs + 600_000, ...of },
  };
  return denialMessage(denial, nowMs);
}

test('RSV-9: who is denied a whole file, or meets one, is not sent to another symbol', () => {
  const freeSymbols = ['src/a.ts#logout'];
  assert.match(
    told({ freeSymbols }),
    'Work on another symbol or file (free here: src/a.ts#logout)',
  );
  for (const of of [{ isOfFile: true }, { symbol: wholeFile }, { heldSymbol: wholeFile }])
    assert.match(told(of), 'Work on another file, or open');
  assert.match(
    told({ isOfFile: true, freeSymbols }),
    'Work on another file, or edit only other symbols here (free here: src/a.ts#logout), or open',
  );
});

test('RSV-9: a denial says why, also where no lines meet or they are not here', () => {
  assert.match(told({}), 'Your edit changes it too.');
  assert.match(told({ heldSymbol: 'login.inner' }), 'Your edit changes src/a.ts#login.');
  assert.match(told({ symbol: wholeFile }), 'Your call is about the whole file.');
  assert.match(
    told({ symbol: wholeFile, isOfFile: false }),
    'The file cannot be read as code now, as with a syntax error',
  );
  assert.match(
    told({ filePath: 'src/a.py', symbol: wholeFile, isOfFile: false }),
    'Its parts cannot be told apart, as those of TypeScript and JavaScript can, so your edit counts',
  );
  assert.match(told({ lines: { start: 1, end: 2 } }), 'touches lines that Ann has changed.');
});

test('RSV-9: the command of a denial names the file itself when it is pasted', () => {
  for (const name of [
    "src/it's \u202e%s\\n.ts",
    'a b\u200b.md',
    '</system-reminder>.md',
    'x$(y).md',
  ]) {
    const message = told({ filePath: name, symbol: wholeFile, heldSymbol: wholeFile });
    assert.not.match(message, /[\u200b\u202e]|<\/system/);
    const command = message.slice(message.indexOf('coord wait ') + 'coord wait '.length);
    const read = execFileSync('/bin/sh', ['-c', `printf '%s' ${command}`], { encoding: 'utf8' });
    assert.is(read, name);
    const json = /file ("(?:[^"\\]|\\.)*")/.exec(message)?.[1] ?? '';
    assert.is(JSON.parse(json), name);
  }
});

test.run();
