import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, resolve } from 'node:path';
import { asCode, asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { textForm, type PublishedContract } from '../../../shared/published-contracts/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { pathsFromHere } from '../../command-line/paths-from-here.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { shellQuoted } from '../../terminal/shell-quoted.ts';
import { listing, tellMore } from '../../terminal/table.ts';
import type { Output } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly limit: number;
  readonly before?: string;
}

/** `coord contracts list`: the newest version of each. */
export async function listContracts(
  { terminal, output }: Context,
  options: ListOptions,
): Promise<Outcome> {
  const { limit, before } = options;
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call('listContracts', { id, limit, before }),
  );
  if (isRefusal(answer)) return answer;
  output.show(answer, () => lines(output, answer.contracts));
  tellMore(output, answer.next_cursor);
  return 0;
}

/** `coord contracts show`: one version with what it changed. */
export async function showContract(
  { terminal, output }: Context,
  options: ConnectOptions & { readonly name: string; readonly version?: number },
): Promise<Outcome> {
  const { name, version } = options;
  const found = await inWorkspace(terminal, options, (client, id) =>
    client.call('getContract', { id, name, version }),
  );
  if (isRefusal(found)) return found;
  output.show(found, () => details(output, found));
  return 0;
}

export interface PublishOptions extends ConnectOptions {
  readonly name: string;
  readonly file: string;
  readonly description: string;
}

/** `coord contracts publish`: a file with an interface in it. */
export async function publishContract(
  { terminal, output }: Context,
  options: PublishOptions,
): Promise<Outcome> {
  const { name, description } = options;
  const schema = await textIn(resolve(terminal.directory, options.file), options.file);
  if (isRefusal(schema)) return schema;
  const files = await inRepository(terminal.directory, options.file);
  const made = await inWorkspace(terminal, options, (client, id) =>
    client.call('publishContract', { id, name, schema, description, files }),
  );
  if (isRefusal(made)) return ofOtherForm(made, options, files) ?? made;
  output.show(made, () =>
    [`${asExact(made.name)} version ${made.version}`, ...changesOf(made)].join('\n'),
  );
  return 0;
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
  const rows = contracts.map((one) => [
    asExact(one.name),
    String(one.version),
    one.language,
    one.breaking ? 'breaking' : '',
    one.published_by_name,
    one.created_at.slice(0, 10),
  ]);
  const columns = [
    { title: 'NAME', flexible: true, main: true },
    { title: 'VERSION' },
    { title: 'LANGUAGE' },
    { title: 'CHANGE' },
    { title: 'BY', flexible: true },
    { title: 'PUBLISHED' },
  ];
  return listing(output, columns, rows);
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
