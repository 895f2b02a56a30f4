import { dashboardPath } from '../../../shared/dashboard/files.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { version } from '../../../shared/version.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { Output } from '../../terminal/output.ts';
import type { UserKey } from '../../../relay/main.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { sayExposed, storeOf, storeWords, type StoreChoice } from './store-choice.ts';
import { hostname, networkInterfaces } from 'node:os';
import { resolve } from 'node:path';

export interface RelayOptions extends StoreChoice {
  readonly host: string;
  readonly port: number;
}

/** `coord relay`: the team's relay, until it is asked to stop. */
export async function relay(
  { terminal, output }: Context,
  options: RelayOptions,
): Promise<Outcome> {
  if (options.host.trim() === '') {
    return refuse('ValidationError', '--host is empty. Leave it out for 127.0.0.1.');
  }
  sayExposed(output, options);
  const { runRelay } = await import('../../../relay/main.ts');
  const stopRequested = terminal.stopRequested();
  const stop = new AbortController();
  void stopRequested.then(() => stop.abort());
  const running = await runRelay({
    ...storeOf(terminal, options),
    host: options.host,
    port: options.port,
    environment: terminal.environment,
    stop: stop.signal,
    onError: (error) => output.note(`coord relay: ${detailOf(error)}`),
    onNotice: (sentence) => output.note(`coord relay: ${sentence}`),
  });
  if (isRefusal(running)) return stop.signal.aborted ? 0 : running;
  const { url } = running;
  const [address = url, ...others] = reachableAddresses(url);
  const also = others.length === 0 ? [] : [`Or: ${others.join(', ')}`];
  output.show({ ready: true, url, version }, () =>
    [
      `coord relay ${version} listens on ${address}`,
      ...also,
      `Make a user with: coord relay user add${storeWords(options)} --email E --name N`,
      `The dashboard, for whoever has a key: ${address}${dashboardPath}`,
      'Stop it with Ctrl-C.',
    ].join('\n'),
  );
  await stopRequested;
  await running.close();
  return 0;
}

/** `coord relay user add`: a user and a key, made on the store itself. */
export async function addRelayUser(
  { terminal, output }: Context,
  options: StoreChoice & { readonly email: string; readonly name: string },
): Promise<Outcome> {
  sayExposed(output, options);
  const { hasStore, runUserAdd } = await import('../../../relay/main.ts');
  const { email, name } = options;
  const store = storeOf(terminal, options);
  const isNew = !hasStore(store);
  const made = await runUserAdd({ ...store, email, name });
  if (isNew && !isRefusal(made))
    output.note(`There was no relay's store in ${resolve(store.data)}: a new one was made there.`);
  return showKey(output, made);
}

/** `coord relay user key`: another key of a user, made on the store itself. */
export async function addRelayUserKey(
  { terminal, output }: Context,
  options: StoreChoice & { readonly email: string },
): Promise<Outcome> {
  sayExposed(output, options);
  const { runUserKey } = await import('../../../relay/main.ts');
  const { email } = options;
  return showKey(output, await runUserKey({ ...storeOf(terminal, options), email }));
}

function showKey(output: Output, made: UserKey | Refusal): Outcome {
  if (isRefusal(made)) return made;
  output.show(made, () => made.key);
  if (!output.json) {
    output.note(
      `${asData(made.email)} is ${made.user_id}. The key above is shown only now; they sign in with: coord login --relay URL, with the address of this relay.`,
    );
  }
  return 0;
}

/** A bug in a server is told with all that is known, because nobody sat in front of it. */
function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The addresses by which other machines find a server that listens on all of this machine's; one line each. */
function reachableAddresses(url: string): string[] {
  const { hostname: host, port, protocol } = new URL(url);
  if (host !== '0.0.0.0' && host !== '[::]') return [url];
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  return [...new Set([...own, hostname()])].map((name) => `${protocol}//${name}:${port}`);
}
