import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

const serverScheme = /^postgres(ql)?:\/\//;

/** Whether an address is that of a PostgreSQL database, and not the path of an SQLite file. */
export function isServerAddress(address: string): boolean {
  return serverScheme.test(address);
}

/**
 * DUR-12: what `--database` takes: the address of a PostgreSQL database, or the path of an SQLite file. What is not taken is
 * not repeated, since it may hold a password.
 */
export function addressRefusal(address: string): Refusal | undefined {
  if (isServerAddress(address)) return serverRefusal(address);
  if (isPath(address)) return undefined;
  return refuse(
    'ValidationError',
    '--database takes postgres://USER@HOST/NAME, with the password in PGPASSWORD. For SQLite leave it out, and say --data DIR; a file needs a / or a dot in its path.',
  );
}

/** Where a password ends the server's place, a piece of it would be taken for the host or the database, and shown as that. */
function serverRefusal(address: string): Refusal | undefined {
  const isWhole = !/:\/\/[^/?#]*[/?#].*@/.test(address);
  if (isWhole && URL.canParse(address)) return undefined;
  return refuse(
    'ValidationError',
    'The address after --database cannot be read. Give the password in PGPASSWORD, or write / ? # @ and % in it as %2F %3F %23 %40 and %25.',
  );
}

/** `host=... dbname=...` is for other PostgreSQL programs, and a bare word is more likely the name of a database than a file. */
function isPath(address: string): boolean {
  return !address.includes('://') && !/^\s*\w+\s*=/.test(address) && /[/\\.]/.test(address);
}
