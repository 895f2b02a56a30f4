import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownWords } from './client-error.ts';
import { ModelTrouble, type LanguageModel } from '../../shared/models/language-model.ts';
import { forOthers, runBounded } from '../../shared/node/processes/bounded-run.ts';
import { makePrivateFolder } from '../../shared/node/disk/files.ts';
import { modelClient, saysSignedOut, type ModelClient } from '../../shared/node/model-clients.ts';
import { findOnSearchPath } from '../../shared/node/search-path.ts';

export interface ClientModelOptions {
  readonly client: string;
  /** A model that the client knows; its own choice without it. */
  readonly model: string | undefined;
  /** That of the daemon. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For what a run needs; private to the user. */
  readonly temporaryFolder: string;
  /** Ends what is asked, when the daemon stops. */
  readonly signal: AbortSignal;
  /** In place of the default: how long an answer to so many characters may take. */
  readonly timeoutMs?: ((characters: number) => number) | undefined;
}

const maxOutputBytes = 4 * 1_048_576;

/** MTG-16: a minute, and two seconds for each 1,000 characters: two minutes for the longest part of a transcript. */
function usualTimeoutMs(characters: number): number {
  return 60_000 + 2 * characters;
}

/** MTG-16: the headless mode of an agent client as a language model: no tools, an empty folder, limits. */
export function clientModel(options: ClientModelOptions): LanguageModel {
  return {
    name: options.client,
    complete: (instructions, text) => ask(options, `${instructions}\n\n${text}\n`),
  };
}

async function ask(options: ClientModelOptions, question: string): Promise<string> {
  const client = modelClient(options.client);
  const program = await findOnSearchPath(client.program, options.environment['PATH'] ?? '');
  if (program === undefined) throw new ModelTrouble(notFound(client));
  makePrivateFolder(options.temporaryFolder);
  const folder = await mkdtemp(join(options.temporaryFolder, 'run-'));
  try {
    return await askIn(folder, { ...options, program, question });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Asking extends ClientModelOptions {
  readonly program: string;
  readonly question: string;
}

async function askIn(folder: string, asking: Asking): Promise<string> {
  const client = modelClient(asking.client);
  const run = { folder, model: asking.model };
  const work = join(folder, 'empty');
  await mkdir(work);
  for (const [name, text] of Object.entries(client.files ?? {})) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
  }
  const timeoutMs = (asking.timeoutMs ?? usualTimeoutMs)(asking.question.length);
  const outcome = await runBounded({
    command: [asking.program, ...client.args(run)],
    folder: work,
    environment: { ...environmentFor(asking.environment), ...client.environment?.(run) },
    timeoutMs,
    outputBytes: maxOutputBytes,
    signal: asking.signal,
    input: Buffer.from(asking.question),
  });
  if (outcome.kind === 'too_much') throw new ModelTrouble(tooLong(client));
  if (outcome.kind === 'not_started') throw new ModelTrouble(notFound(client));
  if (outcome.kind === 'cancelled') throw new ModelTrouble('The daemon was stopped.');
  if (outcome.isOverdue) throw new ModelTrouble(tooSlow(client, timeoutMs));
  const said = { stdout: outcome.stdout.toString(), stderr: outcome.stderr };
  const answer = outcome.exitCode === 0 ? client.answerIn(said.stdout) : undefined;
  if (answer !== undefined) return answer.trim();
  const isSignedOut = saysSignedOut(`${said.stdout}\n${said.stderr}`);
  throw new ModelTrouble(isSignedOut ? signedOut(client) : failed(client, ownWords(client, said)));
}

/** Without coord's secrets, and without what tells Claude Code that it runs within itself. */
function environmentFor(environment: Readonly<Record<string, string | undefined>>) {
  const own = /^(CLAUDECODE|CLAUDE_CODE_ENTRYPOINT|CLAUDE_CODE_SESSION_ID|CLAUDE_PROJECT_DIR)$/;
  const kept = Object.entries(forOthers(environment)).filter(([name]) => !own.test(name));
  return Object.fromEntries(kept);
}

function notFound({ title, program }: ModelClient): string {
  return `${title} was not found. Put ${program} on the PATH of the daemon and restart it, or set COORD_LLM_PROVIDER to none.`;
}

function signedOut({ title, signIn }: ModelClient): string {
  return `nobody is signed in to ${title} here. To sign in, ${signIn}.`;
}

function tooSlow({ title }: ModelClient, timeoutMs: number): string {
  return `${title} took more than ${Math.round(timeoutMs / 1_000)} seconds and was ended. A faster model may do: COORD_LLM_MODEL names one.`;
}

function tooLong({ title }: ModelClient): string {
  return `${title} printed more than ${maxOutputBytes / 1_048_576} MiB and was ended. Run it by hand to see why.`;
}

function failed({ title, program }: ModelClient, why: string | undefined): string {
  const said = why === undefined ? '' : `: ${why}`;
  return `${title} gave no answer${said}. Run ${program} by hand to see why, or ask coord doctor.`;
}
