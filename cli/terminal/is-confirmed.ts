import { createInterface } from 'node:readline/promises';
import { asData } from '../../shared/kernel/display.ts';
import type { Terminal } from './terminal.ts';

type Place = Pick<Terminal, 'input' | 'errors'>;

/** Asks the person at the terminal; without one the answer is no. */
export async function isConfirmed(place: Place, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await answerTo(place, `${question} [y/N] `)) ?? '');
}

/** One line of the person at the terminal; the offered one when they type none, and without a person. */
export async function askLine(
  place: Place,
  question: string,
  offered: string | undefined,
): Promise<string | undefined> {
  const hint = offered === undefined ? '' : ` [${asData(offered)}]`;
  return (await answerTo(place, `${question}${hint}: `)) || offered;
}

/** Undefined without a person. */
async function answerTo(
  { input, errors }: Pick<Terminal, 'input' | 'errors'>,
  question: string,
): Promise<string | undefined> {
  if (input.isTTY !== true) return undefined;
  const asking = createInterface({ input, output: errors });
  try {
    return (await asking.question(question)).trim();
  } finally {
    asking.close();
  }
}
