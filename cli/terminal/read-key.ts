import type { Terminal } from './terminal.ts';

/** One key of the person at the terminal, in lower case; undefined when they gave up or the input ended. */
export async function readKey({ input }: Pick<Terminal, 'input'>): Promise<string | undefined> {
  input.setRawMode?.(true);
  try {
    return await firstKey(input);
  } finally {
    input.setRawMode?.(false);
    input.pause();
  }
}

const givingUp = new Set(['\u0003', '\u0004']);

function firstKey(input: NodeJS.ReadableStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (key: string | undefined) => {
      input.off('data', take);
      input.off('end', stop);
      resolve(key);
    };
    const stop = () => end(undefined);
    const take = (chunk: Buffer | string) => {
      const [key = ''] = chunk.toString();
      end(givingUp.has(key) ? undefined : key.toLowerCase());
    };
    input.on('data', take);
    input.once('end', stop);
    input.resume();
  });
}
