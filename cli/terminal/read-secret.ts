import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Terminal } from './terminal.ts';

/** A secret from the person at the terminal, without showing it, or the first line of a pipe. `what` it is stands in the refusal. */
export async function readSecret(
  { input, errors }: Pick<Terminal, 'input' | 'errors'>,
  prompt: string,
  what = 'key',
): Promise<string | Refusal> {
  const hidden = input.isTTY === true;
  if (hidden) errors.write(prompt);
  input.setRawMode?.(true);
  try {
    const line = await firstLine(input);
    return line ?? refuse('ValidationError', `No ${what} was given. Nothing was changed.`);
  } finally {
    input.setRawMode?.(false);
    input.pause();
    if (hidden) errors.write('\n');
  }
}

const interrupt = '\u0003';
/** A character and the one that takes it back, or one that has nothing to take back. */
const erase = /[^\n\r\u007f\b][\u007f\b]|^[\u007f\b]/;

/** Undefined when the person gave up or the pipe was empty. */
function firstLine(input: NodeJS.ReadableStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed = '';
    const end = (line: string | undefined) => {
      input.off('data', take);
      resolve(line?.trim() === '' ? undefined : line?.trim());
    };
    const take = (chunk: Buffer | string) => {
      typed += chunk.toString();
      if (typed.includes(interrupt)) return end(undefined);
      while (erase.test(typed)) typed = typed.replace(erase, '');
      const [line = '', ...more] = typed.split(/[\r\n]/);
      if (more.length > 0) end(line);
    };
    input.on('data', take);
    input.once('end', () => end(typed));
  });
}
