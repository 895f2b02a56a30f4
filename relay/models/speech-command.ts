import { rm, writeFile, lstat, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { forOthers, printedBy } from '../../shared/node/processes/bounded-run.ts';
import type { SpeechModel } from './speech-model.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { parseJson } from '../../shared/kernel/json.ts';
import { isOwnUser, isRunning, ownProcessId } from '../../shared/node/disk/own-files.ts';

interface SpeechCommand {
  /** The program and its arguments; `{}` stands for the file. */
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long it may take for one piece; milliseconds. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 60_000;
const outputBytes = 65_536;

/** MTG-20: a command of this machine that reads a WAV file (16 kHz, 16 bits, one channel) and prints what is said in it. */
export function commandModel({
  command,
  environment,
  timeoutMs = defaultTimeoutMs,
}: SpeechCommand): SpeechModel {
  const stopping = new AbortController();
  return {
    close: () => stopping.abort(),
    async transcribe(wav) {
      const folder = await newPieceFolder();
      try {
        const file = join(folder, 'piece.wav');
        await writeFile(file, wav, { mode: 0o600 });
        const printed = await printedBy({
          command: command.map((word) => word.replaceAll(fileMark, () => file)),
          folder,
          environment: forOthers(environment),
          timeoutMs,
          outputBytes,
          signal: stopping.signal,
        });
        return wordsIn(printed.toString());
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Without what recognisers print beside the words: times before a line, and names of what is no speech, such as [BLANK_AUDIO]. */
function wordsIn(printed: string): string {
  return printed
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\[[\d:.,\s]+-->[\d:.,\s]+\]/, '').trim())
    .filter((line) => !/^[[(<*][^\])>*]*[\])>*]$/.test(line))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Stands for the file in the words of a command. */
const fileMark = '{}';

/**
 * MTG-20: the program and the arguments in a setting: a JSON array of texts, or words with spaces between. What stands in single or
 * double quotes is one word; a backslash is a backslash. No shell reads it.
 */
export function commandWords(setting: string): readonly [string, ...string[]] | Refusal {
  const words = setting.trimStart().startsWith('[') ? listed(setting) : split(setting);
  if (words === undefined) {
    return refuse(
      'ValidationError',
      'A command is words with spaces between, each quote closed, or a JSON array of texts.',
    );
  }
  const [program = '', ...given] = words;
  if (program === '') return refuse('ValidationError', 'The command names no program.');
  const namesFile = given.some((word) => word.includes(fileMark));
  return [program, ...given, ...(namesFile ? [] : [fileMark])];
}

function listed(setting: string): string[] | undefined {
  const given = parseJson(setting);
  if (!Array.isArray(given)) return undefined;
  return given.every((word) => typeof word === 'string') ? given : undefined;
}

/** Undefined where a quote is not closed. */
function split(setting: string): string[] | undefined {
  const word = /(?:"[^"]*"|'[^']*'|[^\s"'])+/y;
  const words: string[] = [];
  for (let at = 0; at < setting.length;) {
    if (/\s/.test(setting[at] ?? '')) {
      at += 1;
      continue;
    }
    word.lastIndex = at;
    const [found] = word.exec(setting) ?? [];
    if (found === undefined) return undefined;
    words.push(found.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
    at += found.length;
  }
  return words;
}

const prefix = 'coord-speech-';
const made = new RegExp(`^${prefix}(\\d+)-`);

/** A folder for one piece of sound, 0700. Its name says which process made it. */
function newPieceFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${prefix}${ownProcessId()}-`));
}

/** MTG-20: removes the pieces of relays of this user that were killed while a command listened. */
export async function removeLeftPieces(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, pid] = made.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) await removeOwn(join(tmpdir(), name));
  }
}

async function removeOwn(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined && isOwnUser(found.uid))
    await rm(folder, { recursive: true, force: true });
}
