import { asExact } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { checkClients } from '../../doctor/clients.ts';
import { checkDaemon, joinedWithoutDaemon } from '../../doctor/daemon.ts';
import { broken, type Finding } from '../../../shared/clients/common/finding.ts';
import { checkMachine } from '../../doctor/machine.ts';
import { checkModel } from '../../doctor/model.ts';
import { checkUpstream } from '../../doctor/shared-hooks.ts';
import { checkRelay } from '../../doctor/relay.ts';
import { checkRepository } from '../../doctor/repository.ts';
import { checkSpeech } from '../../doctor/speech.ts';
import type { Style } from '../../terminal/output.ts';
import { requireWorkTree } from '../../../shared/node/git/ownership.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { count } from '../../terminal/count.ts';

/** `coord doctor`: looks at everything that coord needs, and says what to do about what is missing. */
export async function doctor({ terminal, output }: Context): Promise<Outcome> {
  const findings = await examine(terminal);
  const healthy = findings.every(({ state }) => state !== 'broken');
  output.show({ healthy, findings }, () => findingLines(findings, output.style).join('\n'));
  return healthy ? 0 : 1;
}

async function examine(terminal: Terminal): Promise<Finding[]> {
  const machine = [
    ...(await checkMachine(terminal)),
    ...(await checkSpeech(terminal)),
    ...(await checkModel(terminal)),
  ];
  const repository = await requireWorkTree(terminal.directory, terminal.environment);
  if (isRefusal(repository)) {
    const [detail = '', fix = ''] = repository.message.split('. ');
    return [...machine, broken('repository', detail, fix)];
  }
  const clients = await checkClients(terminal, repository);
  const { findings, status } = await checkDaemon(terminal);
  const relay = await checkRelay(terminal, status);
  const place = await checkRepository(terminal, repository);
  const upstream = await checkUpstream(terminal, repository);
  const ofDaemon = joinedWithoutDaemon([...findings, ...relay]);
  return [...machine, ...place, ...upstream, ...clients, ...ofDaemon];
}

function findingLines(findings: readonly Finding[], style: Style): string[] {
  const signs = {
    ok: style.green('ok     '),
    warning: style.yellow('warning'),
    broken: style.red('broken '),
    skipped: style.dim('skipped'),
  };
  const width = Math.max(...findings.map(({ check }) => check.length));
  return [
    ...findings.flatMap(({ check, state, detail, fix }) => [
      `${signs[state]}  ${check.padEnd(width)}  ${asExact(detail)}`,
      ...(fix === undefined ? [] : [`         ${' '.repeat(width)}  ${style.bold(asExact(fix))}`]),
    ]),
    '',
    summary(findings),
  ];
}

function summary(findings: readonly Finding[]): string {
  const many = (wanted: Finding['state']) =>
    findings.filter(({ state }) => state === wanted).length;
  const [wrong, doubtful] = [many('broken'), many('warning')];
  if (wrong > 0) return `${wrong} of ${findings.length} checks failed.`;
  return doubtful > 0 ? `All works, with ${count(doubtful, 'warning')}.` : 'All is well.';
}
