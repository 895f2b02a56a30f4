/** SYM-6: what comes back when an edit is taken back that was put over somebody else's. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PublishedOver } from '../../daemon/knowledge/published-over.ts';
import type { PublishedFile } from '../../daemon/knowledge/waiting-files.ts';
import { fileOf, symbolOf } from '../support/symbols.ts';

const test = suite('published over');
const path = 'src/auth.ts';

function login(meaning: string | undefined, signature = 's1') {
  return meaning === undefined
    ? undefined
    : symbolOf('login', { meaning_hash: meaning, signature });
}

type Login = ReturnType<typeof login>;

/** The file with `login` as it is now, and what it was. */
function step(before: Login, now: Login): PublishedFile {
  const hashes = before && {
    meaning_hash: before.meaning_hash,
    signature_hash: before.signature_hash,
  };
  const changes = [{ name: 'login', ...(hashes && { before: hashes }) }];
  return fileOf(path, now === undefined ? [] : [now], { changes });
}

/** As `m2 → m1`. */
function shown({ symbols: [now], changes: [change] = [] }: PublishedFile): string {
  return `${change?.before?.meaning_hash ?? 'nothing'} → ${now?.meaning_hash ?? 'nothing'}`;
}

const overBobs = (symbol: Login) => [{ path, name: 'login', ...(symbol && { symbol }) }];

test('SYM-6 what others had comes back, and what nobody had written is as it was here', () => {
  const over = new PublishedOver();
  over.note(step(login('main'), login('own')), overBobs(login('bobs')));
  assert.is(shown(over.restored(step(login('own'), login('main')))), 'own → bobs');
  over.note(step(login('main'), login('own')));
  assert.is(shown(over.restored(step(login('own'), login('main')))), 'own → main');
  over.note(step(login('main'), login('own')), overBobs(undefined));
  assert.is(shown(over.restored(step(login('own'), login('main')))), 'own → nothing');
  over.note(step(login('main'), login('own')), overBobs(login('bobs')));
  over.clear();
  assert.is(shown(over.restored(step(login('own'), login('main')))), 'own → main');
});

test('SYM-6 of several edits each goes back to what there was before it', () => {
  const over = new PublishedOver();
  over.note(step(login('main'), login('own')), overBobs(login('bobs')));
  over.note(step(login('own'), login('second')));
  assert.is(shown(over.restored(step(login('second'), login('own')))), 'second → own');
  assert.is(shown(over.restored(step(login('second'), login('main')))), 'second → bobs');
  over.note(step(login('second'), login('third')), overBobs(login('later')));
  assert.is(shown(over.restored(step(login('third'), login('main')))), 'third → later');
});

test('SYM-6 a signature of others that the edit left alone is what the team has', () => {
  const over = new PublishedOver();
  const bobs = login('bobs', 's2');
  over.note(step(login('main'), login('own')), overBobs(bobs));
  const { changes: [change] = [] } = over.restored(step(login('own'), login('main')));
  assert.is(change?.before?.signature_hash, bobs?.signature_hash);
});

test.run();
