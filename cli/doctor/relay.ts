import { basePathOf } from '../../shared/api/base-path.ts';
import { readAnswer } from '../../shared/api/client.ts';
import { TooLong } from '../../shared/api/body.ts';
import { isOwnRefusal } from '../../shared/api/own-refusal.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Login } from '../../shared/node/logins.ts';
import type { DaemonStatus } from '../../shared/status/contract.ts';
import { loginOf, toRelay } from '../connection/connect.ts';
import { namingVariable } from '../connection/refused-key.ts';
import { send, textOf } from '../connection/http.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { noDaemon } from './daemon.ts';
import { broken, ok, skipped, warning, type Finding } from '../../shared/clients/common/finding.ts';

const answerWithinMs = 5_000;
/** So long a daemon that is connecting has only just begun to. */
const newLinkMs = 10_000;
/** The date of an answer has whole seconds, and the way takes time. */
const toleratedSkewMs = 5_000;

/** Whether the relay can be reached, takes the key, and has the same time. */
export async function checkRelay(
  terminal: Terminal,
  status: DaemonStatus | undefined,
): Promise<Finding[]> {
  const login = loginOf(terminal, {});
  const url = status?.relay.url ?? (isRefusal(login) ? undefined : login.relay);
  if (url === undefined) return [noDaemon('relay')];
  // A relay embedded in a daemon has no address of its own.
  if (!URL.canParse(url)) return [...linkOf(status), ...jumpOf(status)];
  const address = await checkAddress(url);
  const isAway =
    address.some(({ state }) => state === 'broken') && status?.relay.problem === undefined;
  const findings = [
    ...address,
    ...(isAway ? linkWithout(status) : linkOf(status)),
    ...jumpOf(status),
  ];
  const isOurs = !isRefusal(login) && login.relay === url;
  return isOurs ? [...findings, await checkKey(login, terminal)] : findings;
}

const checkAddressFix = 'Sign in to the right one with: coord login --relay URL';

async function checkAddress(url: string): Promise<Finding[]> {
  const path = `${basePathOf(url)}/ready`;
  const signal = AbortSignal.timeout(answerWithinMs);
  const askedMs = Date.now();
  try {
    const response = await send({ url }, { path, method: 'GET', headers: {}, signal });
    const ready = readAnswer('ready', response.statusCode ?? 0, await textOf(response));
    const midMs = (askedMs + Date.now()) / 2;
    const dateMs = Date.parse(response.headers.date ?? '');
    if (isRefusal(ready)) return [broken('relay', `${url}: ${ready.message}`, fixOf(ready))];
    return [ok('relay', `answers on ${url}`), ...checkClock(dateMs, midMs)];
  } catch (error) {
    return [
      broken(
        'relay',
        whyNoAnswer(url, error, signal),
        'Check the address and the network. Work goes on; reservations are provisional.',
      ),
    ];
  }
}

/** DUR-5: a relay that cannot store anything says so itself. */
function fixOf(refusal: Refusal): string {
  return isOwnRefusal(refusal)
    ? 'Its operator has to see to that. Work goes on; reservations are provisional.'
    : checkAddressFix;
}

/** Nobody listens there, or somebody does who is no relay that works. */
function whyNoAnswer(url: string, error: unknown, signal: AbortSignal): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (signal.aborted) return `${url} did not answer within ${answerWithinMs / 1_000} s`;
  if (error instanceof TooLong) return `${url} answers with more than coord reads`;
  if (code.startsWith('HPE_')) return `${url} answers with something that is no HTTP (${code})`;
  if (code === 'ECONNRESET') return `${url} breaks the connection off (${code})`;
  return `Nothing answers on ${url}${code && ` (${code})`}`;
}

function checkClock(relayMs: number, ownMs: number): Finding[] {
  if (Number.isNaN(relayMs)) return [];
  const skewMs = Math.abs(relayMs - ownMs);
  if (skewMs <= toleratedSkewMs) return [ok('clock', 'agrees with the relay')];
  const seconds = Math.round(skewMs / 1_000);
  return [
    warning(
      'clock',
      `This machine's clock is ${seconds} s off the relay's`,
      'Set the clock by the network (NTP).',
    ),
  ];
}

/** RSV-20. */
function jumpOf(status: DaemonStatus | undefined): Finding[] {
  const sentence = status?.relay.clock;
  const fix = 'Set the clock of its machine by the network (NTP).';
  return sentence === undefined ? [] : [warning('clock', sentence, fix)];
}

function linkOf(status: DaemonStatus | undefined): Finding[] {
  if (status === undefined) return [noDaemon('link')];
  const { problem, state, connecting_ms: connectingMs = Infinity } = status.relay;
  if (problem !== undefined) return [broken('link', problem, 'Then look again: coord status')];
  if (state === 'live') return [ok('link', `live, workspace ${status.workspace?.slug ?? ''}`)];
  if (state === 'connecting' && connectingMs < newLinkMs) return [ok('link', 'is connecting')];
  return [
    broken(
      'link',
      `The daemon's link to the relay is ${state}`,
      'Stop the daemon, then start it where you can read what it says: coord daemon --verbose',
    ),
  ];
}

/** The daemon cannot reach what this command cannot reach either: it is the same fault, and not the daemon's. */
function linkWithout(status: DaemonStatus | undefined): Finding[] {
  if (status === undefined) return [noDaemon('link')];
  return [skipped('link', 'The daemon links itself when the relay answers')];
}

async function checkKey(login: Login, terminal: Terminal): Promise<Finding> {
  const answer = await toRelay(login).client.call('validateKey', {}, { timeoutMs: answerWithinMs });
  if (isRefusal(answer)) return warning('key', answer.message, 'Try again when the relay answers.');
  if (answer.valid) return ok('key', `valid, of ${answer.email}`);
  const refused = refuse('Unauthorized', answer.error);
  const { message } = namingVariable(refused, terminal, login.key);
  return broken('key', message, `Sign in again with: coord login --relay ${login.relay}`);
}
