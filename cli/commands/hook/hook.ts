import { access, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { hookPathOf } from '../../../shared/contract/edge.ts';
import {
  endpointFiles,
  endpointFolder,
  hookAnswerWithinSeconds,
  saidDownLivesSeconds,
} from '../../../shared/node/endpoint.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { clientNamed, unknownClientMessage } from '../../../shared/clients/registry.ts';
import { parseJson } from '../../../shared/kernel/json.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context } from '../../command-line/context.ts';
import { findDaemon, type FoundDaemon } from '../../connection/find-daemon.ts';
import { tryReadText } from '../../../shared/node/disk/files.ts';
import { makeFolders } from '../../../shared/node/disk/folders.ts';
import { isOwnFolder } from '../../../shared/node/disk/own-files.ts';
import { findWorkTree } from '../../../shared/node/git/repository.ts';
import {
  afterWriteEvents,
  agentEvents,
  printedAgentMessage,
  denialMessage,
  deniesByExit,
  clientAgentMessage,
  preWriteEvents,
  printedDenial,
  runningClient,
  silenceOf,
  uncheckedMessage,
  unreservedMessage,
  userEvents,
  printedUserMessage,
  type DaemonProblem,
} from '../../hook-answers/without-daemon.ts';

export interface HookOptions {
  readonly client: string;
  /** The client's name for the event, as its settings give it. */
  readonly event?: string | undefined;
}

/**
 * `coord hook CLIENT`: the client's JSON from stdin to the daemon, the daemon's answer to stdout. For systems without a
 * shell or curl; elsewhere the script that `coord init` writes does the same without starting Node.
 */
export async function hook(
  { terminal, output }: Context,
  { client, event = '' }: HookOptions,
): Promise<0 | 1 | 2> {
  if (clientNamed(client) === undefined) {
    output.note(unknownClientMessage(asData(client, 80)));
    return 1;
  }
  const directory = terminal.environment['CLAUDE_PROJECT_DIR'] || terminal.directory;
  const body = await readAll(terminal.input);
  const found = await findDaemon({ directory, environment: terminal.environment }).catch(
    () => undefined,
  );
  const daemon = isRefusal(found) ? undefined : found;
  const answer = daemon && (await ask(daemon, client, body));
  if (typeof answer !== 'string') {
    const problem =
      daemon === undefined ? 'is not running' : (answer?.problem ?? 'does not answer');
    const options = { client: runningClient(client, terminal.environment), event };
    return withoutDaemon(directory, { output, options, problem, why: answer?.why });
  }
  return answered(output, { client, event }, answer.trimEnd());
}

type DaemonAnswer =
  | string
  | {
      readonly problem: DaemonProblem;
      /** The daemon's own words for a refusal. */
      readonly why?: string;
    };

const noAnswer: DaemonAnswer = { problem: 'does not answer' };

function answered(
  output: Context['output'],
  { client, event }: { client: string; event: string },
  answer: string,
): 0 | 2 {
  const isDenial = answer !== '' && deniesByExit(client);
  if (isDenial) output.note(answer);
  else print(output, answer || silenceOf(client, event));
  return isDenial ? 2 : 0;
}

function print(output: Context['output'], text: string): void {
  if (text !== '') output.exact(`${text}\n`);
}

/**
 * The daemon's answer, or what is wrong: it refuses, or does not answer in time. Over a bare socket, because loading an HTTP client would
 * take longer than the whole exchange; to HTTP/1.0 the answer is not chunked, and ends with the connection.
 */
function ask(
  { endpoint, token }: FoundDaemon,
  client: string,
  body: Buffer,
): Promise<DaemonAnswer> {
  return new Promise((resolve) => {
    const socket = connect(endpoint.socket);
    const chunks: Buffer[] = [];
    const finish = (answer: DaemonAnswer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish(noAnswer), hookAnswerWithinSeconds * 1_000);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => finish(noAnswer));
    socket.on('end', () => finish(bodyOf(Buffer.concat(chunks).toString())));
    socket.write(
      `POST ${hookPathOf(encodeURIComponent(client))} HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
  });
}

/** The body of a whole and good answer. */
function bodyOf(response: string): DaemonAnswer {
  const end = response.indexOf('\r\n\r\n');
  const head = response.slice(0, end);
  const status = end === -1 ? undefined : /^HTTP\/1\.\d ([1-5])/.exec(head)?.[1];
  const body = response.slice(end + 4);
  if (status === '4' || status === '5') return { problem: 'refused', why: reasonIn(body) };
  if (status !== '2') return noAnswer;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return length === undefined || Number(length) === Buffer.byteLength(body) ? body : noAnswer;
}

function reasonIn(body: string): string {
  const answer = parseJson(body) as { message?: unknown } | null | undefined;
  return typeof answer?.message === 'string' ? asData(answer.message, 400) : '';
}

interface WithoutDaemon {
  readonly output: Context['output'];
  readonly options: { readonly client: string; readonly event: string };
  readonly problem: DaemonProblem;
  readonly why: string | undefined;
}

/** Lets the agent work and says so, to each agent and once to the user, unless the repository denies writes then. */
async function withoutDaemon(
  directory: string,
  { output, options: { client, event }, problem, why }: WithoutDaemon,
): Promise<0 | 2> {
  const repository = findWorkTree(directory);
  const place = repository && join(repository.commonDir, endpointFolder);
  // HKS-4: what another user keeps there, or a link leads to, says nothing here.
  const folder = place !== undefined && isOwnFolder(place) ? place : undefined;
  const denies = folder !== undefined && preWriteEvents.includes(event);
  if (denies && (await exists(join(folder, endpointFiles.denyWhenDown)))) {
    return deny(output, client, denialMessage(problem, why));
  }
  const notice = repository && (await messageFor(folder, { client, event, problem, why }));
  // Who typed it reads no hook's answer.
  if (why !== undefined && why !== '' && !notice) output.note(uncheckedMessage(problem, why));
  print(output, notice ?? silenceOf(client, event));
  return 0;
}

function deny(output: Context['output'], client: string, text: string): 0 | 2 {
  const printed = printedDenial(client, text);
  if (printed === undefined) output.note(text);
  else print(output, printed);
  return printed === undefined ? 2 : 0;
}

async function messageFor(
  folder: string | undefined,
  {
    client,
    event,
    problem,
    why,
  }: WithoutDaemon['options'] & Pick<WithoutDaemon, 'problem' | 'why'>,
): Promise<string | undefined> {
  const text = uncheckedMessage(problem, why);
  const toAgent = (said: string) =>
    clientAgentMessage(client, said) ?? printedAgentMessage(event, said);
  if (agentEvents.includes(event)) return toAgent(text);
  if (afterWriteEvents(client).includes(event)) return toAgent(unreservedMessage(problem, why));
  const notice = userEvents.includes(event) ? printedUserMessage(client, text) : '';
  if (problem === 'refused') return notice;
  const isFirst = notice !== '' && folder !== undefined && (await isFirstNotice(folder, client));
  return isFirst ? notice : undefined;
}

/** HKS-1: whether nothing was said within a day; what tells no such time does not count. */
async function isFirstNotice(folder: string, client: string): Promise<boolean> {
  const path = join(folder, `${endpointFiles.saidDown}-${client}`);
  const now = Math.floor(Date.now() / 1_000);
  const made = Number(/^[1-9]\d{0,10}$/.exec(tryReadText(path)?.trim() ?? '')?.[0] ?? NaN);
  if (made <= now && now - made < saidDownLivesSeconds) return false;
  makeFolders(folder);
  await rm(path, { force: true }).catch(() => undefined);
  return writeFile(path, `${now}\n`, { flag: 'wx', mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EISDIR',
  );
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readAll(input: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
