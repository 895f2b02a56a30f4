import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../shared/api/client.ts';
import { asExact } from '../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { nameOfSymbol, symbolId } from '../../shared/kernel/symbol-id.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { refuseUnknownFile, type FilePlace } from '../command-line/known-files.ts';
import { nearest, nearestHint } from '../command-line/nearest.ts';
import type { Target } from '../command-line/targets.ts';
import { allReservations } from './live-lists.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Asking {
  readonly terminal: Terminal;
  readonly options: FilePlace;
  readonly place: { readonly client: Client; readonly workspaceId: string };
}

/**
 * CMD-3: refuses (NotFound) the first file or symbol that is not there, with the nearest that are. What somebody holds is
 * there, though it is on their branch only.
 */
export async function refuseUnknownTarget(
  asking: Asking,
  targets: readonly Target[],
): Promise<Refusal | undefined> {
  for (const target of targets) {
    const unknown =
      (await refuseUnknownFile(asking, [target.file], '')) ??
      (await refuseUnknownSymbol(asking, target));
    if (unknown !== undefined && !(await isHeld(asking, target))) return unknown;
  }
  return undefined;
}

/** A symbol that is not among those that the workspace knows, and whose name the file does not have anywhere. */
async function refuseUnknownSymbol(
  { terminal, place }: Asking,
  { file, symbol_ids: ids }: Target,
): Promise<Refusal | undefined> {
  const text = ids.length === 0 ? undefined : await textOf(terminal, file);
  if (text === undefined) return undefined;
  const words = new Set(text.match(/[\p{L}\p{N}_$]+/gu) ?? []);
  const missing = ids.find((id) => !words.has(lastName(id)) && lastName(id) !== '');
  if (missing === undefined) return undefined;
  const { client, workspaceId: id } = place;
  const answer = await client.call('symbols', { id, file, limit: 500 });
  const known = isRefusal(answer) ? [] : answer.symbols.map((one) => one.name);
  const name = nameOfSymbol(missing);
  if (known.includes(name)) return undefined;
  const hint = nearestHint(nearest(name, known.length === 0 ? words : known).map(asNamed(file)));
  return refuse('NotFound', `${asExact(file)} has nothing named ${asExact(name)}.${hint}`);
}

function asNamed(file: string): (name: string) => string {
  return (name) => asExact(symbolId(file, name));
}

/** Of a member, such as `Cart.total`, its own name. */
function lastName(id: string): string {
  const name = nameOfSymbol(id);
  return name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/^[^\p{L}\p{N}_$]+|[^\p{L}\p{N}_$]+.*$/gu, '');
}

/** Undefined where there is no such file here. */
async function textOf({ directory }: Terminal, file: string): Promise<string | undefined> {
  const workTree = findWorkTree(directory);
  if (workTree === undefined) return undefined;
  return readFile(join(workTree.root, file), 'utf8').catch(() => undefined);
}

async function isHeld({ place }: Asking, { file, symbol_ids: ids }: Target): Promise<boolean> {
  const { client, workspaceId: id } = place;
  const held = await allReservations(client, id);
  if (isRefusal(held)) return false;
  const there = held.filter((one) => one.file_path === file);
  return there.some((one) => ids.length === 0 || ids.some((each) => one.symbol_ids.includes(each)));
}
