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
import { sentencesFor, type DaemonProblem, type Sentences } from '../../hook-answers/sentences.ts';
import {
  deniesByExit,
  downAnswerFor,
  runningClient,
  type DownAnswer,
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
  const row = downAnswerFor(runningClient(client, terminal.environment), event);
  if (typeof answer === 'string') {
    const denies = deniesByExit(client);
    return answered(output, answer.trimEnd(), { denies, silence: row.silence });
  }
  return withoutDaemon(directory, { output, row, ...(answer ?? notRunning) });
}

type DaemonAnswer =
  | string
  | {
      readonly problem: DaemonProblem;
      /** The daemon's own words for a refusal. */
      readonly why?: string;
    };

const notRunning = { problem: 'is not running' } as const;
const noAnswer: DaemonAnswer = { problem: 'does not answer' };

function answered(
  output: Context['output'],
  answer: string,
  { denies, silence }: { denies: boolean; silence: string },
): 0 | 2 {
  const isDenial = answer !== '' && denies;
  if (isDenial) output.note(answer);
  else print(output, answer || silence);
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
  readonly row: DownAnswer;
  readonly problem: DaemonProblem;
  readonly why?: string;
}

/** Lets the agent work and says so, to each agent and once to the user, unless the repository denies writes then. */
async function withoutDaemon(
  directory: string,
  { output, row, problem, why }: WithoutDaemon,
): Promise<0 | 2> {
  const repository = findWorkTree(directory);
  const place = repository && join(repository.commonDir, endpointFolder);
  // HKS-4: what another user keeps there, or a link leads to, says nothing here.
  const folder = place !== undefined && isOwnFolder(place) ? place : undefined;
  const sentences = sentencesFor(problem, why);
  if (await denies(folder, row)) return deny(output, row, sentences.denial);
  const sentence = repository && (await sentenceFor(folder, { row, problem, sentences }));
  // Who typed it reads no hook's answer.
  if (why && sentence === undefined) output.note(sentences.unchecked);
  print(output, sentence === undefined ? row.silence : row.tell(sentence));
  return 0;
}

async function denies(folder: string | undefined, { role }: DownAnswer): Promise<boolean> {
  const isBefore = role === 'before' || role === 'unseen';
  return isBefore && folder !== undefined && exists(join(folder, endpointFiles.denyWhenDown));
}

function deny(output: Context['output'], row: DownAnswer, sentence: string): 0 | 2 {
  if (row.deny === undefined) output.note(sentence);
  else print(output, row.deny(sentence));
  return row.deny === undefined ? 2 : 0;
}

/** What is said at this event, if anything. */
async function sentenceFor(
  folder: string | undefined,
  { row, problem, sentences }: Pick<WithoutDaemon, 'row' | 'problem'> & { sentences: Sentences },
): Promise<string | undefined> {
  switch (row.role) {
    case 'agent':
      return sentences.unchecked;
    case 'after':
      return sentences.unreserved;
    case 'before':
    case 'user': {
      if (problem === 'refused') return sentences.unchecked;
      const isFirst = folder !== undefined && (await isFirstNotice(folder, row.client));
      return isFirst ? sentences.unchecked : undefined;
    }
    default:
      return undefined;
  }
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
