import { shownId } from '../../shared/kernel/display.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { clientFor, modelClient, modelWork } from '../../shared/node/model-clients.ts';
import { forOthers, runBounded } from '../../shared/node/processes/bounded-run.ts';
import { findOnSearchPath } from '../../shared/node/search-path.ts';
import { stateFolder } from '../../shared/node/state-folder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { broken, ok, warning, type Finding } from '../../shared/clients/common/finding.ts';

const answerWithinMs = 10_000;

/** MTG-16: whether the client that a daemon would ask is there, and signed in as far as it says without a question. */
export async function checkModel(terminal: Terminal): Promise<Finding[]> {
  const { environment } = terminal;
  const chosen = clientFor(environment, stateFolder(terminal));
  if (chosen === undefined) return checkServer(terminal);
  if (isRefusal(chosen)) {
    return [broken('model', chosen.message, 'Correct it where the daemon is started.')];
  }
  const { title, program, signIn, status } = modelClient(chosen);
  const file = await findOnSearchPath(program, environment['PATH'] ?? '');
  if (file === undefined) {
    const fix = 'Install it, or set COORD_LLM_PROVIDER to none: meetings are read without it.';
    return [warning('model', `${title} was not found on the PATH`, fix)];
  }
  const use = `${title} (${file}) ${modelWork} where the relay has no model, and spends your tokens`;
  if (status === undefined)
    return [ok('model', `${use}; only a question shows if you are signed in`)];
  const printed = await saidBy(file, status.args, terminal);
  if (printed === undefined) return [ok('model', `${use}; it does not say if you are signed in`)];
  return status.isSignedIn(printed)
    ? [ok('model', use)]
    : [
        warning(
          'model',
          `${use}, but does not say that you are signed in`,
          `To sign in, ${signIn}.`,
        ),
      ];
}

/** ASK-3: the model at a server that a relay or a daemon would use that is started with this environment. */
async function checkServer({ environment }: Terminal): Promise<Finding[]> {
  if (!Object.keys(environment).some((name) => name.includes('_LLM_'))) return [];
  const { languageModelFrom } = await import('../../relay/main.ts');
  const server = languageModelFrom(environment);
  if (server === undefined) return [];
  if (isRefusal(server)) {
    return [
      broken('model', server.message, 'Correct it where the relay or the daemon is started.'),
    ];
  }
  const { model, provider } = server;
  const use = `${shownId(model)} (${provider}) ${modelWork}`;
  return [ok('model', `${use}; only a question shows if its server takes the key`)];
}

/** What it prints about itself; undefined where it prints nothing, or does not end. */
async function saidBy(
  file: string,
  args: readonly string[],
  { environment, directory }: Terminal,
): Promise<string | undefined> {
  const outcome = await runBounded({
    command: [file, ...args],
    folder: directory,
    environment: forOthers(environment),
    timeoutMs: answerWithinMs,
    outputBytes: 1_048_576,
    signal: new AbortController().signal,
  });
  const said = outcome.kind === 'ended' ? `${outcome.stdout.toString()}${outcome.stderr}` : '';
  return said === '' ? undefined : said;
}
