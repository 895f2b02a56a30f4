import { createInterface } from 'node:readline/promises';
import type { Terminal } from './terminal.ts';

/** Asks the person at the terminal; without one the answer is no. */
export async function isConfirmed(
  { input, errors }: Pick<Terminal, 'input' | 'errors'>,
  question: string,
): Promise<boolean> {
  if (input.isTTY !== true) return false;
  const asking = createInterface({ input, output: errors });
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}
