import { InvalidArgumentError, Option } from 'commander';

/** A port; 0 stands for a free one. */
export function portOption(description: string): Option {
  return new Option('--port <port>', description).argParser((text) => {
    const port = wholeNumber(text);
    if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535.');
    return port;
  });
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** An option that may be given several times. */
export function several(text: string, earlier: readonly string[]): string[] {
  return [...earlier, text];
}
