import { basePathOf } from '../api/base-path.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import { loginFor, readLogins, type Login } from './logins.ts';
import { stateFolder, type Machine } from './state-folder.ts';

/** What a command was given on its command line. */
interface Given {
  readonly relay?: string | undefined;
  readonly key?: string | undefined;
}

/** The relay that a command or a daemon speaks with, and the key to it. */
export interface ChosenRelay extends Login {
  /** Nobody named it: it is the one of the latest login. */
  readonly byLogin: boolean;
}

/** LOC-6: the relay and the key of the options, the environment and the logins, in this order; undefined where none names a relay. */
export function chosenRelay(machine: Machine, given: Given): ChosenRelay | Refusal | undefined {
  const { environment } = machine;
  const logins = readLogins(stateFolder(machine));
  if (isRefusal(logins)) return logins;
  const named = given.relay ?? (environment['COORD_RELAY'] || undefined);
  const relay = named === undefined ? loginFor(logins, undefined)?.relay : relayAddress(named);
  if (relay === undefined || isRefusal(relay)) return relay;
  const key = given.key ?? keyOfEnvironment(environment) ?? loginFor(logins, relay)?.key;
  if (isRefusal(key)) return key;
  return key === undefined
    ? refuse(
        'Unauthorized',
        `There is no key for ${relay}. Sign in with: coord login --relay ${relay}`,
      )
    : { relay, key, byLogin: named === undefined };
}

/** The address of a relay in the form in which it is kept. */
export function relayAddress(given: string): string | Refusal {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return refuse(
      'ValidationError',
      `${given} is not the address of a relay. Give it like https://coord.example.com`,
    );
  }
  // A password in it would be in every report of where the relay is.
  if (url.password !== '') {
    const text = `${url.host} is given with a password in its address. Leave it out: the key is kept by coord login, or given in COORD_KEY.`;
    return refuse('ValidationError', text);
  }
  return `${url.origin}${basePathOf(url)}`;
}

/** LOC-6: the key of `COORD_KEY`; undefined where it is not set or empty. */
export function keyOfEnvironment({
  COORD_KEY: given = '',
}: Machine['environment']): string | Refusal | undefined {
  return given.trim() === '' ? undefined : keyIn(given, 'COORD_KEY');
}

/** What may be a key: one word that an HTTP header can carry. Refused (ValidationError) otherwise, with the name of where it stands. */
export function keyIn(given: string, place: string): string | Refusal {
  const key = given.trim();
  if (/^[\x21-\x7e]{1,512}$/.test(key)) return key;
  return refuse(
    'ValidationError',
    `${place} has no key of coord: a key is one word of plain letters, digits and signs. Copy it again.`,
  );
}
