import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, resolve } from 'node:path';
import { asCode, asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { textForm, type PublishedContract } from '../../../shared/published-contracts/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { pathsFromHere } from '../../command-line/paths-from-here.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { shellQuoted } from '../../terminal/shell-quoted.ts';
import { listing, moreBelow } from '../../terminal/table.ts';
import type { Output } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly limit: number;
  readonly before?: string;
}

/** `coord contracts list`: the newest version of each. */
export function listContracts(context: Context, options: ListOptions): Promise<Outcome> {
  const { limit, before } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listContracts', { id, limit, before }),
    text: ({ contracts }) => lines(context.output, contracts),
    note: moreBelow,
  });
}

/** `coord contracts show`: one version with what it changed. */
export function showContract(
  context: Context,
  options: ConnectOptions & { readonly name: string; readonly version?: number },
): Promise<Outcome> {
  const { name, version } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('getContract', { id, name, version }),
    text: (found) => details(context.output, found),
  });
}

export interface PublishOptions extends ConnectOptions {
  readonly name: string;
  readonly file: string;
  readonly description: string;
}

/** `coord contracts publish`: a file with an interface in it. */
export async function publishContract(context: Context, options: PublishOptions): Promise<Outcome> {
  const { directory } = context.terminal;
  const { name, file, description } = options;
  const schema = await textIn(resolve(directory, file), file);
  if (isRefusal(schema)) return schema;
  const files = await inRepository(directory, file);
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const told = files.length === 0 ? {} : { files };
      const version = { id, name, schema, description, ...told };
      const made = await client.call('publishContract', version);
      return isRefusal(made) ? (ofOtherForm(made, options, files) ?? made) : made;
    },
    text: (made) =>
      [`${asExact(made.name)} version ${made.version}`, ...changesOf(made)].join('\n'),
  });
}

/** PUB-1: the file says the form of the text. One outside the repository is no file of the team's. */
async function inRepository(directory: string, file: string): Promise<string[]> {
  const paths = await pathsFromHere(directory, [file]);
  return paths.filter((path) => !isAbsolute(path) && !path.startsWith('..'));
}

/** PUB-1: without a file of the team's, only the contract's name can say the form. */
function ofOtherForm(
  { error, details }: Refusal,
  { name, file }: PublishOptions,
  files: readonly string[],
): Refusal | undefined {
  if (details['field'] !== 'schema' || files.length > 0 || !textForm.test(file)) return undefined;
  const command = `coord contracts publish ${name}${extname(file)} --file ${shellQuoted(file)}`;
  const why = `${asData(file)} lies outside the repository, so its extension says nothing to the team.`;
  return refuse(error, `${why} Put it into the contract's name: ${command}`, { field: 'file' });
}

async function textIn(path: string, named: string): Promise<string | Refusal> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return refuse('ValidationError', `--file: ${asData(named)} cannot be read.`, { field: 'file' });
  }
}

function lines(output: Output, contracts: readonly PublishedContract[]): string {
  if (contracts.length === 0)
    return 'No contracts. Publish one: coord contracts publish NAME --file FILE';
  return listing(output, contracts, [
    { title: 'NAME', flexible: true, main: true, cell: (one) => asExact(one.name) },
    { title: 'VERSION', cell: (one) => String(one.version) },
    { title: 'LANGUAGE', cell: (one) => one.language },
    { title: 'CHANGE', cell: (one) => (one.breaking ? 'breaking' : '') },
    { title: 'BY', flexible: true, cell: (one) => one.published_by_name },
    { title: 'PUBLISHED', cell: (one) => one.created_at.slice(0, 10) },
  ]);
}

function details(
  output: Output,
  found: PublishedContract & { readonly versions: number[] },
): string {
  const { style } = output;
  const others = found.versions.length > 1 ? ` (there are ${found.versions.join(', ')})` : '';
  const made = `version ${found.version}${others} · ${found.language} · ${asData(found.published_by_name, 80)} · ${found.created_at.slice(0, 10)}`;
  return [
    style.bold(found.name),
    style.dim(made),
    ...(found.description === '' ? [] : [asData(found.description, 2_000)]),
    ...changesOf(found),
    '',
    ...found.schema.split('\n').map((line) => asCode(line, 2_000)),
  ].join('\n');
}

function changesOf({ changes }: PublishedContract): string[] {
  return changes.map(({ text, breaking }) => `${breaking ? 'breaking: ' : ''}${asData(text, 300)}`);
}
