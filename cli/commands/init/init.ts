import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { requireWorkTree } from '../../../shared/node/git/repository.ts';
import type { Style } from '../../terminal/output.ts';
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
  const report = await setUpClients({
    directory: terminal.directory,
    clients: client,
    undo,
    dryRun,
    searchPath: terminal.environment['PATH'] ?? '',
  });
  if (isRefusal(report)) return report;
  output.show(report, () => reportLines(report, output.style).join('\n'));
  return 0;
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
  return [...files, '', closing(report)];
}

function closing({ clients, undo, dry_run: dryRun, files }: InitReport): string {
  if (dryRun) return 'Nothing was changed.';
  if (undo) return "coord's entries are gone.";
  if (files.every(({ action }) => action === 'unchanged')) return 'Everything is in place already.';
  return `Set up for ${clients.join(', ')}. Commit these files, and start the daemon with: coord daemon`;
}
