import { createInterface } from 'node:readline/promises';
import { asData } from '../../shared/kernel/display.ts';
import type { Terminal } from './terminal.ts';

type Place = Pick<Terminal, 'input' | 'errors'>;

/** In place of an answer: Ctrl-C, Ctrl-D, or the end of the input. */
export const gaveUp = Symbol('gave up');
export type GaveUp = typeof gaveUp;

/** Asks the person at the terminal; without one the answer is no, and when they give up. */
export async function isConfirmed(place: Place, question: string): Promise<boolean> {
  return (await confirmation(place, question)) === true;
}

/** The same, where giving up is no answer. */
export async function confirmation(place: Place, question: string): Promise<boolean | GaveUp> {
  const answer = await answerTo(place, `${question} [y/N] `);
  return answer === gaveUp ? gaveUp : /^y(es)?$/i.test(answer ?? '');
}

/** One line of the person at the terminal; the offered one when they type none, and without a person. */
export async function askLine(
  place: Place,
  question: string,
  offered: string | undefined,
): Promise<string | undefined | GaveUp> {
  const hint = offered === undefined ? '' : ` [${asData(offered)}]`;
  return (await answerTo(place, `${question}${hint}: `)) || offered;
}

/** Undefined without a person. */
async function answerTo(
  { input, errors }: Pick<Terminal, 'input' | 'errors'>,
  question: string,
): Promise<string | undefined | GaveUp> {
  if (input.isTTY !== true) return undefined;
  const asking = createInterface({ input, output: errors });
  // Not every version of Node ends the question when its input ends.
  const left = new Promise<GaveUp>((resolve) => asking.once('close', () => resolve(gaveUp)));
  try {
    const answer = await Promise.race([asking.question(question).catch(leftOrThrown), left]);
    if (answer !== gaveUp) return answer.trim();
    errors.write('\n');
    return gaveUp;
  } finally {
    asking.close();
  }
}

function leftOrThrown(error: unknown): GaveUp {
  if ((error as { code?: unknown }).code === 'ABORT_ERR') return gaveUp;
  throw error;
}
