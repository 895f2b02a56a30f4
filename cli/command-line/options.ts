import { InvalidArgumentError, Option, type Command } from 'commander';

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

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** A length of time in milliseconds: `90s`, `5m`, `2h`; a number alone counts minutes. */
export function timeSpan(text: string): number {
  const [, number = '', unit = 'm'] = /^(\d{1,6}) ?([smh])?$/.exec(text.trim()) ?? [];
  if (number === '') throw new InvalidArgumentError('It must be a time such as 90s, 5m or 2h.');
  return Number(number) * (unitsMs[unit] ?? 0);
}

/** A length of time in milliseconds, from a second to `longestMs`, which is a number of hours. */
export function timeUpTo(longestMs: number): (text: string) => number {
  return (text) => {
    const ms = timeSpan(text);
    if (ms >= 1_000 && ms <= longestMs) return ms;
    const longest = longestMs / 3_600_000;
    throw new InvalidArgumentError(
      `It must be from 1s to ${longest}h. A number alone counts minutes.`,
    );
  };
}

/** A number from 0 to 1. */
export function share(text: string): number {
  if (!/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(text))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return Number(text);
}

/** An option that may be given several times. */
export function several(text: string, earlier: readonly string[]): string[] {
  return [...earlier, text];
}

/** How long a list is at most. */
export function limitOption(most = 50): Option {
  return new Option('--limit <number>', 'how many at most').argParser(wholeNumber).default(most);
}

/** The options of a list that is read page by page (`moreBelow` in `cli/terminal/table.ts`). */
export function addPages(command: Command): Command {
  return command
    .addOption(limitOption())
    .option('--before <cursor>', 'go on where the list before ended');
}

export function statusOption(statuses: readonly string[]): Option {
  return new Option('--status <status>', 'only in this state').choices(statuses);
}

/** The options of a command that asks the daemon or a relay. */
export function addConnection(command: Command): Command {
  return addKey(
    command.option('--relay <url>', "ask this relay instead of the repository's daemon"),
  );
}

/** The options that give an API key (LOC-6); whoever defines the command reads it for all of them. */
export function addKey(command: Command): Command {
  return command
    .option('--key-file <path>', 'with the API key in this file; - for standard input')
    .option('--key <key>', 'the key itself, which others on the machine can read meanwhile');
}

export function workspaceOption(): Option {
  return new Option('--workspace <slug>', "another workspace than the daemon's");
}

export function sessionOption(): Option {
  return new Option('--session <id>', "act for this agent's session, or its conversation");
}
