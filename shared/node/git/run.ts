import {
  concernTransport,
  listSettings,
  remotePrograms,
  withheldFor,
  type OwnSetting,
} from './harden.ts';
import { linesOf, OwnAddresses } from './own-addresses.ts';
import { OwnSettings, type Hardened } from './own-settings.ts';
import { ProcessSlots } from './process-slots.ts';
import { commandOf, remoteIn } from './remote-address.ts';
import { environmentForGit, safeSettings } from './safe.ts';
import { notUsed } from './trusted-settings.ts';
import { runGitProcess, startGit } from './run-to-end.ts';
import type {
  GitOptions,
  GitResult,
  GitRunner,
  OpenGit,
  RunGit,
  RunnerOptions,
} from './git-calls.ts';

/** About as long as a text can be in Node. */
const longestAnswerBytes = 500 * 1024 * 1024;
const listingMs = 5_000;
/** A remote that says nothing for so long is not there. */
const remoteMs = 120_000;
/** These run no program that a setting names, and one of them lists the settings. */
const runsNoPrograms: ReadonlySet<string> = new Set(['check-ref-format', 'config', 'version']);

/**
 * The only way in which git is started. `inherited` is the caller's environment: git needs its PATH, HOME and ssh agent. What in
 * it would lead git to another repository is left out, and so is what the repository's own settings would run (GIT-1).
 */
export function gitRunner(
  inherited: Readonly<Record<string, string | undefined>>,
  options: RunnerOptions = {},
): GitRunner {
  const runner = new Runner(inherited, options);
  const run: RunGit = (folder, args, given) => runner.run(folder, args, given);
  return Object.assign(run, {
    open: runner.open.bind(runner),
    withheld: runner.withheld.bind(runner),
  });
}

class Runner {
  private readonly base: Record<string, string | undefined>;
  private readonly settings: OwnSettings;
  private readonly addresses = new OwnAddresses((folder, args, { environment }) =>
    this.start(folder, args, { environment, timeoutMs: listingMs }),
  );
  private readonly slots = new ProcessSlots();

  constructor(
    inherited: Readonly<Record<string, string | undefined>>,
    private readonly options: RunnerOptions,
  ) {
    this.base = environmentForGit(inherited);
    this.settings = new OwnSettings({
      inherited: this.base,
      trustFile: options.trustFile,
      list: (folder, environment) =>
        this.start(folder, listSettings, { timeoutMs: listingMs, environment }),
    });
  }

  async run(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    const isRemote = remoteIn(args) !== undefined;
    const asked = options.timeoutMs ?? this.options.timeoutMs ?? 0;
    const timeoutMs = isRemote && asked === 0 ? remoteMs : asked;
    const limited = { ...options, timeoutMs };
    const slots = this.slots.of({ isRemote, timeoutMs });
    if (!(await slots.enter(options.signal))) return stopped(args);
    try {
      return await this.runNow(folder, args, limited);
    } finally {
      slots.leave();
    }
  }

  async open(
    folder: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<OpenGit | undefined> {
    const hardened = await this.settings.of(folder, environment);
    if ('exitCode' in hardened) return undefined;
    const without = await this.withoutTransport(folder, hardened);
    const child = startGit({
      args: [...safeSettings, ...args],
      folder,
      environment: { ...this.base, ...environment, ...hardened.environment, ...without },
      detached: this.options.detached ?? false,
    });
    const isCurrent = async () => (await this.settings.of(folder, environment)) === hardened;
    return { child, isCurrent };
  }

  async withheld(folder: string): Promise<readonly OwnSetting[]> {
    const hardened = await this.settings.of(folder);
    if ('exitCode' in hardened) return [];
    const remotes = linesOf(await this.start(folder, ['remote'], hardened));
    const all = [...new Set([...remotes, ...hardened.promisors])];
    const own = await this.addresses.among(folder, all, hardened);
    return [...hardened.withheld, ...own];
  }

  private async runNow(
    folder: string,
    args: readonly string[],
    options: GitOptions,
  ): Promise<GitResult> {
    if (runsNoPrograms.has(commandOf(args))) return this.start(folder, args, options);
    const hardened = await this.settings.of(folder, options.environment);
    if ('exitCode' in hardened) return hardened;
    const environment = { ...options.environment, ...hardened.environment };
    const remote = remoteIn(args);
    if (remote !== undefined)
      return this.runRemote(folder, args, { ...options, environment }, { remote, hardened });
    const without = await this.withoutTransport(folder, hardened);
    return this.start(folder, args, { ...options, environment: { ...environment, ...without } });
  }

  private async runRemote(
    folder: string,
    args: readonly string[],
    options: GitOptions,
    { remote, hardened }: { readonly remote: string; readonly hardened: Hardened },
  ): Promise<GitResult> {
    const { addresses, own } = await this.addresses.find(folder, remote, hardened);
    // While git talks to one remote it fetches what it misses from another.
    const [first] = [own ?? [], await this.addresses.promisors(folder, hardened)].flat();
    if (first !== undefined) return refused(first);
    const { withheld } = hardened;
    const at = args.indexOf(commandOf(args)) + 1;
    const programs = remotePrograms(withheld, remote, commandOf(args));
    const said = [...args.slice(0, at), ...programs, ...args.slice(at)];
    const result = await this.start(folder, said, options);
    const missed = withheldFor(withheld, remote, addresses);
    const isExplained = result.exitCode === 0 || missed.length === 0;
    return isExplained ? result : { ...result, notUsed: notUsed(missed) };
  }

  /** In a partial clone every command fetches what is missing. There a call cannot say what counts: it goes without. */
  private async withoutTransport(
    folder: string,
    hardened: Hardened,
  ): Promise<Record<string, string>> {
    const isWithheld =
      concernTransport(hardened.withheld) ||
      (await this.addresses.promisors(folder, hardened)).length > 0;
    return isWithheld ? { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1' } : {};
  }

  private start(
    folder: string,
    args: readonly string[],
    { input = '', environment, signal, encoding = 'utf8', timeoutMs = 0, ...given }: GitOptions,
  ): Promise<GitResult> {
    const { maxAnswerBytes = longestAnswerBytes, detached = false } = this.options;
    return runGitProcess({
      args: [...safeSettings, ...args],
      command: commandOf(args),
      environment: { ...this.base, ...environment },
      maxBytes: given.maxAnswerBytes ?? maxAnswerBytes,
      ...{ folder, input, encoding, timeoutMs, signal, detached },
    });
  }
}

function stopped(args: readonly string[]): GitResult {
  return {
    exitCode: -1,
    stdout: '',
    stderr: `git ${commandOf(args)} was stopped before its start`,
  };
}

function refused(address: OwnSetting): GitResult {
  const why = 'fatal: the address leads to a folder that came along with the repository';
  return { exitCode: 128, stdout: '', stderr: why, notUsed: notUsed([address]) };
}
