import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { requireWorkTree } from '../../../shared/node/git/ownership.ts';
import { connectToDaemon } from '../../connection/connect.ts';
import { sharedFiles, type SharedFiles } from '../../init/shared-files.ts';
import { gitRunner } from '../../../shared/node/git/run.ts';
import type { Style } from '../../terminal/output.ts';
import { offerModel, withdrawal } from '../../init/offer-model.ts';
import { isSetUpUpstream, pullFirst } from '../../init/upstream.ts';
import { setUpClients, type InitReport } from '../../init/set-up-clients.ts';

export interface SetUpOptions {
  readonly client: readonly string[];
  readonly undo?: boolean;
  readonly dryRun?: boolean;
}

/** `coord init`: shows what it changes in the clients' files, and changes it. */
export async function init(
  { terminal, output }: Context,
  { client, undo = false, dryRun = false }: SetUpOptions,
): Promise<Outcome> {
  const repository = await requireWorkTree(terminal.directory, terminal.environment);
  if (isRefusal(repository)) return repository;
  const git = gitRunner(terminal.environment, { timeoutMs: 10_000 });
  if (!undo && (await isSetUpUpstream(git, repository.root))) return refuse('Conflict', pullFirst);
  const report = await setUpClients({
    directory: terminal.directory,
    clients: client,
    undo,
    dryRun,
    searchPath: terminal.environment['PATH'] ?? '',
  });
  if (isRefusal(report)) return withNextStep(report);
  const paths = report.files.flatMap(({ path, action }) => (action === 'delete' ? [] : [path]));
  const shared = undo ? nothingIgnored : await sharedFiles(git, repository.root, paths);
  const { ignored, exception } = shared;
  const isRunning = !isRefusal(await connectToDaemon(terminal));
  output.show({ ...report, ignored, exception }, () =>
    [...reportLines(report, output.style), closing(report, shared, isRunning)].join('\n'),
  );
  if (dryRun) return 0;
  const told = undo ? withdrawal(terminal) : await offerModel(terminal, report.clients);
  if (told !== undefined) output.note(told);
  return 0;
}

/** INI-3: what is in the way of the plan is the user's to mend. */
function withNextStep(refusal: Refusal): Refusal {
  if (refusal.details['files'] === undefined) return refusal;
  const next = 'Mend what is named here, or move it away, then run it again.';
  return refuse(refusal.error, `${refusal.message} ${next}`, refusal.details);
}

const verbs = {
  create: ['made', 'would make'],
  change: ['changed', 'would change'],
  delete: ['removed', 'would remove'],
  unchanged: ['as it should be', 'as it should be'],
} as const;

function reportLines(report: InitReport, style: Style): string[] {
  const files = report.files.flatMap(({ path, action, lines }) => [
    `${style.bold(asExact(path))}  ${verbs[action][report.dry_run ? 1 : 0]}`,
    ...lines.map((line) => `  ${(line.startsWith('-') ? style.red : style.green)(asData(line))}`),
  ]);
  return [...files, ''];
}

type Ignored = Pick<SharedFiles, 'ignored' | 'exception'>;
const nothingIgnored: Ignored = { ignored: [], exception: [] };

function closing(
  { clients, undo, dry_run: dryRun, files }: InitReport,
  shared: Ignored,
  isRunning: boolean,
): string {
  const ways = shared.ignored.length === 0 ? [] : ['', ...waysOut(shared)];
  if (dryRun) return ['Nothing was changed.', ...ways].join('\n');
  if (undo && clients.length === 0) return 'No such client was set up here; nothing was changed.';
  if (undo) return `coord's entries for ${clients.join(', ')} are gone.`;
  if (files.every(({ action }) => action === 'unchanged'))
    return ['Everything is in place already.', ...ways].join('\n');
  const done = `Set up for ${clients.join(', ')}.`;
  const commit = ways.length === 0 ? ['Commit these files.'] : [];
  const start = isRunning
    ? 'The daemon runs already: an agent counts from the next start of its client.'
    : 'Start the daemon with: coord daemon';
  return [[done, ...commit, start].join(' '), ...ways].join('\n');
}

/** INI-10: what Git ignores cannot be committed just so. */
function waysOut({ ignored, exception }: Ignored): string[] {
  return [
    'Git ignores some of these files, so nobody else gets them from you:',
    ...ignored.map(({ path, rule }) => `  ${asExact(path)}  (${asExact(rule)})`),
    'Either leave it so: they work in this clone, and everybody else runs coord init in theirs.',
    'Or let Git take them, with these lines at the end of .gitignore, and commit:',
    ...exception.map((line) => `  ${asExact(line)}`),
  ];
}
