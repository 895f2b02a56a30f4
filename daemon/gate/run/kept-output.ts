import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../shared/node/disk/files.ts';
import { redactText } from '../../../shared/redaction/redact.ts';

const maxKeptOutputs = 10;

/**
 * Keeps the end of what a failed run printed, without secrets (RED-1), for its person only, and removes the oldest. Answers the
 * file.
 */
export function keepOutput(folder: string, commitSha: string, tail: Buffer): string {
  makePrivateFolder(folder);
  const file = join(folder, `${commitSha.slice(0, 12)}.log`);
  rmSync(file, { force: true });
  writeFileSync(file, redactText(tail.toString()).text, { mode: 0o600, flag: 'wx' });
  const files = readdirSync(folder).map((name) => join(folder, name));
  const byAge = files.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const old of byAge.slice(maxKeptOutputs)) rmSync(old, { force: true });
  return file;
}
