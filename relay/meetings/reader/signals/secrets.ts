import { fileNamesIn } from '../../text/file-names-in-text.ts';
import type { Word } from '../words/tagger.ts';

const secretWord =
  /\b(?:passwords?|passphrase|pw|tokens?|keys?|secrets?|credentials?|login|auth\w*)\b|=/i;
const secretShape =
  /^(?=.*\d)(?=.*[A-Za-z])(?=.*[-_!=:]).{8,}$|^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])\w{12,}$/;

/** "15-minute", "AUTH-1234", "v2.0.0-rc1": words with figures that are no secrets. */
const plainShape =
  /^(?:\d{1,4}(?:-\p{L}+)+|\p{Lu}{2,10}-\d{1,6}|v?\d+(?:\.\d+)+(?:-\p{Ll}+\.?\d*)?)\W?$/u;

function isSecret(word: string): boolean {
  return secretShape.test(word) && !plainShape.test(word) && fileNamesIn(word).length === 0;
}

/** "The login is sandbox-admin and Quokka.drift" */
const secretTold =
  /\b(?:password|passphrase|passwd|pw|login|token|api key|secret)s?(?: (?:for|of|to|on|in) (?:the |our |my )?\S+(?: \S+)?)?(?::| (?:is|=|are):?) (?:still |now )?["'“‘`]?(?=\S*[-_.\d])\w[^\s/]*\w(?=$|[\s,.;!?)"'”’`])/i;

/** Whether a sentence tells a password, a token or a key: then nothing of it is repeated. */
export function tellsSecret(text: string, words: readonly Word[]): boolean {
  if (secretTold.test(text)) return true;
  return secretWord.test(text) && words.some((word) => isSecret(word.text));
}
