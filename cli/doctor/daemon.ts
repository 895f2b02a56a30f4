import { timeoutSignal } from '../../shared/node/time/system-clock.ts';
import { stat } from 'node:fs/promises';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { DaemonStatus } from '../../shared/status/contract.ts';
import { version } from '../../shared/version.ts';
import { createClient } from '../../shared/api/client.ts';
import { daemonStatus, toDaemon } from '../connection/connect.ts';
import { authorizationFile } from '../../shared/node/endpoint.ts';
import { findDaemon, type FoundDaemon } from '../connection/find-daemon.ts';
import { dispatcherTo, type Target } from '../connection/http.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { broken, ok, skipped, warning, type Finding } from '../../shared/clients/common/finding.ts';
import { count } from '../terminal/count.ts';
import { checkPrivate } from './machine.ts';

const answerWithinMs = 2_000;
const start = 'Start it in the repository with: coord daemon';

/** Whether the repository's daemon runs, can be reached, and is ready; with its status when it told it. */
export async function checkDaemon(
  terminal: Terminal,
): Promise<{ findings: Finding[]; status: DaemonStatus | undefined }> {
  const found = await findDaemon(terminal);
  if (isRefusal(found)) {
    const [detail = '', ...fix] = found.message.split('. ');
    const finding = broken('daemon', detail, fix.join('. ') || start);
    return { findings: [finding, ...withoutDaemon], status: undefined };
  }
  const { endpoint } = found;
  const reached = [
    await checkReachable('daemon socket', { url: endpoint.url, socket: endpoint.socket }),
    await checkReachable('daemon address', { url: endpoint.url }),
  ];
  if (reached.every(({ state }) => state === 'broken')) {
    const detail = `It has ended, or does not answer: nothing comes from ${endpoint.socket}`;
    return { findings: [broken('daemon', detail, start), ...withoutDaemon], status: undefined };
  }
  const token = await checkToken(found, terminal);
  const status = await daemonStatus(toDaemon(found));
  const findings = [...reached, token, checkVersion(endpoint)];
  if (isRefusal(status)) {
    const refused = broken('daemon token', status.message, 'Restart it with: coord daemon');
    return { findings: [...findings, refused], status: undefined };
  }
  return {
    findings: [
      ...findings,
      checkIndex(status),
      ...checkWatcher(status),
      checkOutbox(status),
      ...checkDisk(status),
    ],
    status,
  };
}

async function checkReachable(check: string, target: Target): Promise<Finding> {
  const client = createClient({ dispatcher: dispatcherTo(target), key: '', timeoutSignal });
  const health = await client.call('health', {}, { timeoutMs: answerWithinMs });
  const where = target.socket ?? target.url;
  if (!isRefusal(health)) return ok(check, `answers on ${where}`);
  return broken(check, `Nothing answers on ${where}`, start);
}

async function checkToken({ endpoint }: FoundDaemon, terminal: Terminal): Promise<Finding> {
  const files = [authorizationFile(endpoint.socket), endpoint.token_file];
  const findings = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file).catch(() => undefined);
      return found && checkPrivate('token', { file, mode: found.mode, terminal });
    }),
  );
  const known = findings.filter((finding) => finding !== undefined);
  return known.find(({ state }) => state !== 'ok') ?? known[0] ?? noDaemon('token');
}

function checkVersion({ version: running, pid }: FoundDaemon['endpoint']): Finding {
  return running === version
    ? ok('version', `daemon and command are both ${version}`)
    : warning(
        'version',
        `The daemon is ${running}, this command ${version}`,
        `Restart it: kill ${pid}, then coord daemon`,
      );
}

function checkIndex({ index }: DaemonStatus): Finding {
  if (index.problem !== undefined)
    return broken(
      'index',
      index.problem,
      'Try git status there; the daemon tries again by itself.',
    );
  return index.pending === 0
    ? ok('index', `${count(index.files, 'file')} read`)
    : warning(
        'index',
        `${count(index.pending, 'file')} still to be read`,
        'Wait a moment; until then whole files are reserved.',
      );
}

/** DUR-9. */
function checkWatcher({ watcher }: DaemonStatus): Finding[] {
  if (watcher === undefined) return [];
  const how =
    watcher.by === 'poll' ? 'files are looked at every second' : 'the system tells of changes';
  return [ok('watcher', `${how}: ${watcher.reason}`)];
}

function checkOutbox({ outbox }: DaemonStatus): Finding {
  return outbox === 0
    ? ok('outbox', 'nothing waits for the relay')
    : warning(
        'outbox',
        `${count(outbox, 'message')} to the relay not sent yet`,
        'They are sent when it can be reached.',
      );
}

/** DUR-4. */
function checkDisk({ disk_problems: problems = [] }: DaemonStatus): Finding[] {
  if (problems.length === 0) return [ok('disk', 'all that the daemon knows is on disk')];
  return problems.map(({ message }) => {
    const [what = message, ...fix] = message.split(/(?<=\.) /);
    return broken('disk', what, fix.join(' ') || 'Make room there.');
  });
}

const notKnown = 'not known without the daemon';

export function noDaemon(check: string): Finding {
  return skipped(check, notKnown);
}

const withoutDaemon = ['token', 'version', 'index', 'watcher', 'outbox', 'disk'].map(noDaemon);

/** One cause, one line: the checks that only a daemon could answer are named together. */
export function joinedWithoutDaemon(findings: readonly Finding[]): Finding[] {
  const missed = findings.filter(({ detail }) => detail === notKnown);
  if (missed.length < 2) return [...findings];
  const names = missed.map(({ check }) => check).join(', ');
  const others = findings.filter((one) => !missed.includes(one));
  return [...others, skipped('daemon', `${notKnown}: ${names}`)];
}
