import { parseArgs } from 'node:util';

export const usage = `usage: npm run replay -- [OPTION]... GIT_DIRECTORY...
       npm run replay -- --read misses|falsely FILE

Replays concurrent changes out of the histories through the hooks of a daemon, and prints what it denied and what it missed.

  --policy symbols|members|lines|all  the workspace's conflict_policy (default: as it is)
  --pairs N          pairs of each repository, half of them conflicting if there are as many (default 80)
  --seed N           chooses other pairs (default 1)
  --pairs-file FILE  the pairs of a repository are read from it, or else found and written to it
  --clones           two clones with a daemon each, the second on another base commit
  --delay MS         between the answer of a check and the write (default 0)
  --out FILE         every pair, edit, message and time, as JSON; what --read reads

Exit code: 0 when every pair was played, 1 when some could not be, 2 for wrong usage.`;

export interface ReplayOptions {
  readonly gitDirectories: readonly string[];
  /** Empty for the one that the workspace has. */
  readonly policies: readonly string[];
  readonly pairs: number;
  readonly seed: number;
  readonly pairsFile: string | undefined;
  readonly isClones: boolean;
  readonly delayMs: number;
  readonly out: string | undefined;
}

export type Command =
  | ({ readonly kind: 'replay' } & ReplayOptions)
  | { readonly kind: 'read'; readonly what: 'misses' | 'falsely'; readonly file: string };

const policies = ['symbols', 'members', 'lines'];

/** Undefined for wrong usage. */
export function parseCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [first] = positionals;
    if (first === undefined) return undefined;
    const { read, policy } = values;
    if (read === 'misses' || read === 'falsely')
      return positionals.length === 1 ? { kind: 'read', what: read, file: first } : undefined;
    const [pairs, seed, delayMs] = [values.pairs, values.seed, values.delay].map(Number);
    if (!(pairs && pairs >= 1) || !(delayMs !== undefined && delayMs >= 0)) return undefined;
    if (seed === undefined || Number.isNaN(seed) || read !== undefined) return undefined;
    if (policy !== undefined && policy !== 'all' && !policies.includes(policy)) return undefined;
    return {
      kind: 'replay',
      gitDirectories: positionals,
      policies: policy === 'all' ? policies : policy === undefined ? [] : [policy],
      pairs,
      seed,
      pairsFile: values['pairs-file'],
      isClones: values.clones,
      delayMs,
      out: values.out,
    };
  } catch {
    return undefined;
  }
}

const options = {
  policy: { type: 'string' },
  pairs: { type: 'string', default: '80' },
  seed: { type: 'string', default: '1' },
  'pairs-file': { type: 'string' },
  clones: { type: 'boolean', default: false },
  delay: { type: 'string', default: '0' },
  out: { type: 'string' },
  read: { type: 'string' },
} as const;
