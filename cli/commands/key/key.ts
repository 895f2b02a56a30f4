import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connect, type ConnectOptions } from '../../connection/connect.ts';
import { table } from '../../terminal/table.ts';

/** `coord key create`: another key of one's own; its secret is printed this once. */
export async function createKey(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly name: string },
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const made = await connection.client.call('createKey', { name: options.name });
  if (isRefusal(made)) return made;
  output.show(made, () => made.key);
  if (!output.json) output.note('Keep it now: it is not shown again.');
  return 0;
}

/** `coord key list`: one's keys without their secrets. */
export async function listKeys(
  { terminal, output }: Context,
  options: ConnectOptions,
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const answer = await connection.client.call('listKeys', {});
  if (isRefusal(answer)) return answer;
  output.show(answer, () => {
    const rows = answer.keys.map((key) => [
      key.id,
      key.name,
      `${key.prefix}…`,
      key.created_at.slice(0, 10),
      key.revoked_at === null ? 'valid' : `revoked ${key.revoked_at.slice(0, 10)}`,
    ]);
    const columns = [
      { title: 'ID' },
      { title: 'NAME', flexible: true },
      { title: 'BEGINS WITH' },
      { title: 'MADE' },
      { title: 'STATE' },
    ];
    const options = { columns: output.room, paintTitle: output.style.dim };
    return table(columns, rows, options).join('\n');
  });
  return 0;
}

/** `coord key revoke`: ends a key. */
export async function revokeKey(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly id: string },
): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const revoked = await connection.client.call('revokeKey', { key_id: options.id });
  if (isRefusal(revoked)) return revoked;
  output.show(revoked, () => `${revoked.id} (${asData(revoked.name)}) is revoked.`);
  return 0;
}
