import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hookPathOf } from '../../shared/contract/edge.ts';
import { endpointFiles, endpointFolder } from '../../shared/kernel/endpoint.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../command.ts';
import { findDaemon } from '../daemon-endpoint.ts';
import { send, textOf } from '../http.ts';
import { findRepository } from '../repository.ts';

/** A hook may hold up its agent for this long, and no longer. */
const answerWithinMs = 4_000;

/** What clients call the event before a write, which a team can have denied while there is no daemon. */
const preWriteEvents = ['PreToolUse', 'preToolUse', 'BeforeTool', 'pre_write_code'];

/**
 * `coord hook CLIENT`: the client's JSON from stdin to the daemon, the daemon's answer to stdout. For systems without a
 * shell or curl; elsewhere the script that `coord init` writes does the same without starting Node.
 */
export async function hook(
  { terminal, output }: Context,
  options: { readonly client: string; readonly event: string | undefined },
): Promise<Outcome> {
  const directory = terminal.environment['CLAUDE_PROJECT_DIR'] || terminal.directory;
  const body = await readAll(terminal.input);
  const answer = await ask(directory, { client: options.client, body });
  if (answer === undefined) return withoutDaemon(directory, { output, options });
  output.write(answer === '' ? '' : `${answer.trimEnd()}\n`);
  return 0;
}

/** Undefined when no daemon answers in time. */
async function ask(
  directory: string,
  { client, body }: { client: string; body: string },
): Promise<string | undefined> {
  const found = await findDaemon(directory);
  if (isRefusal(found)) return undefined;
  const { endpoint, token } = found;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(answerWithinMs);
  const request = { path: hookPathOf(client), method: 'POST' as const, headers, body, signal };
  try {
    const response = await send(endpoint, request);
    const text = await textOf(response);
    return (response.statusCode ?? 500) < 300 ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Lets the agent work and says so once, unless the repository denies writes then. */
async function withoutDaemon(
  directory: string,
  { output, options }: { output: Context['output']; options: { event: string | undefined } },
): Promise<Outcome> {
  const repository = await findRepository(directory);
  if (isRefusal(repository)) return 0;
  const folder = join(repository.commonDirectory, endpointFolder);
  const denies = await access(join(folder, endpointFiles.denyWhenDown)).then(
    () => true,
    () => false,
  );
  if (denies && preWriteEvents.includes(options.event ?? '')) {
    output.note(
      'coord: the daemon does not answer, and this repository denies writes without it. Start it with: coord daemon',
    );
    return 2;
  }
  if (await isFirst(join(folder, endpointFiles.saidDown))) {
    const systemMessage =
      'coord: the daemon does not answer, so this work is not coordinated with the team. Start it with: coord daemon';
    output.write(`${JSON.stringify({ systemMessage })}\n`);
  }
  return 0;
}

function isFirst(marker: string): Promise<boolean> {
  return writeFile(marker, '', { flag: 'wx', mode: 0o600 }).then(
    () => true,
    () => false,
  );
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
