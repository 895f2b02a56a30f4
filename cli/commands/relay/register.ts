import { Argument, Option, type Command } from 'commander';
import { tiers } from '../../../shared/contract/tiers.ts';
import type { Define } from '../../command-line/define.ts';
import { portOption } from '../../command-line/options.ts';

/** `coord relay`, `coord relay user` and `coord relay tier`. */
export function registerRelay(program: Command, define: Define): void {
  const relay = define(program, 'relay', {
    summary: "the team's relay",
    example: 'coord relay --host 0.0.0.0 --data /var/lib/coord',
    load: async () => (await import('./relay.ts')).relay,
  })
    .option('--host <address>', 'the address that it listens on', '127.0.0.1')
    .addOption(portOption('where it listens; 0 picks a free port').default(4180))
    .addOption(dataOption())
    .addOption(databaseOption());

  const user = relay.command('user').description("the relay's users");
  define(user, 'add', {
    summary: 'make a user and a key on the store itself; prints the key this once',
    example: 'coord relay user add --email ada@example.com --name Ada --data /var/lib/coord',
    load: async () => (await import('./relay.ts')).addRelayUser,
  })
    .requiredOption('--email <address>', "the user's e-mail address")
    .requiredOption('--name <name>', 'the name that others see')
    .addOption(dataOption())
    .addOption(databaseOption());
  define(user, 'key', {
    summary:
      'make another key for a user, such as one who has none left, on the store itself; earlier keys stay valid; prints it this once',
    example: 'coord relay user key --email ada@example.com --data /var/lib/coord',
    load: async () => (await import('./relay.ts')).addRelayUserKey,
  })
    .requiredOption('--email <address>', "the user's e-mail address")
    .addOption(dataOption())
    .addOption(databaseOption());

  define(relay, 'tier', {
    summary:
      'set how many requests a day the members of a workspace have, on the store itself; without a tier, show it',
    example: 'coord relay tier shop unlimited --data /var/lib/coord',
    load: async () => (await import('./tier.ts')).relayTier,
  })
    .addArgument(new Argument('[workspace]', 'its slug or id (default: all of them)'))
    .addArgument(new Argument('[tier]', 'the tier from now on').choices(tiers))
    .addOption(dataOption())
    .addOption(databaseOption());
}

function dataOption(): Option {
  return new Option(
    '--data <dir>',
    "the folder of the relay's SQLite file (default: in COORD_HOME)",
  );
}

function databaseOption(): Option {
  return new Option(
    '--database <url>',
    'instead a PostgreSQL database, postgres://..., or the path of an SQLite file, ./NAME.db',
  );
}
