import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { readPrivateFile, writePrivateFile } from './disk/files.ts';
import { isRandomText, randomText } from './random-ids.ts';

const secretLength = 40;

/** Whether the text has the form of what `secretIn` makes. */
export function isSecret(text: string): boolean {
  return isRandomText(text, secretLength);
}

/** The secret in the file; a new one is made where there is none, or something else. Refused where the file is not this user's own. */
export function secretIn(path: string): string | Refusal {
  const known = readPrivateFile(path);
  if (known !== undefined && (isRefusal(known) || isSecret(known))) return known;
  const secret = randomText(secretLength);
  writePrivateFile(path, `${secret}\n`);
  return secret;
}
