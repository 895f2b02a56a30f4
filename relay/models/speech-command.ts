import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forOthers, printedBy } from '../../shared/node/processes/bounded-run.ts';
import { fileMark } from './command-words.ts';
import { newPieceFolder } from './piece-folders.ts';
import type { SpeechModel } from './speech-model.ts';

export interface SpeechCommand {
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
    needsWav: true,
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
