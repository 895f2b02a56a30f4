import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { Attestation, Vouch } from '../../shared/gate/contract.ts';
import {
  canonicalAttestation,
  canonicalStatement,
  canonicalTouched,
} from '../../shared/gate/statement.ts';
import type { Output } from '../../shared/api/operations.ts';
import type { Input } from '../support/person.ts';
import type { Name, World } from '../support/harness.ts';

export const stream = 'billing';

/** The tree without files, which every repository knows. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** The name of a commit, or of a tree that no repository has. */
export function sha(text: string): string {
  const body = commitBody(text);
  return createHash('sha1').update(`commit ${body.length}\0${body}`).digest('hex');
}

function commitBody(text: string): string {
  const who = 'shop <shop@example.com> 1767603600 +0000';
  const before = plantedNames[plantedNames.indexOf(text) - 1];
  const parent = before === undefined ? '' : `parent ${sha(before)}\n`;
  return `tree ${emptyTree}\n${parent}author ${who}\ncommitter ${who}\n\n${text}\n`;
}

/** Each builds on the one before it (GAT-16). */
const plantedNames: readonly string[] = ['one', 'two', 'three'];

const planted = new WeakMap<World, Set<string>>();

/** A daemon knows the commits of its repository only, so the ones of these tests are made there. */
export async function plant(world: World, name: string): Promise<void> {
  const done = planted.get(world) ?? new Set();
  planted.set(world, done);
  if (world.target.transport === 'relay' || done.has(name)) return;
  done.add(name);
  await world.as(name).ok('getWorkspace', { id: world.workspace.id });
  const cwd = world.treeOf(name as Name);
  for (const text of plantedNames) {
    const input = commitBody(text);
    execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], { cwd, input });
  }
}

export const passed = [{ test_file: 'test/auth.test.ts', test_name: 'logs in', status: 'passed' }];
export const failed = [
  { test_file: 'test/auth.test.ts', test_name: 'logs in', status: 'failed', error_message: 'no' },
];

/** The result of another test of the same file. */
export const renamed = (result: (typeof passed)[number]) => ({ ...result, test_name: 'logs out' });

/** A workstream of ada's for everybody. */
export async function startStream(world: World, slug = stream, more: Input = {}): Promise<void> {
  const { id } = world.workspace;
  await world.as('ada').ok('startWorkstream', { id, title: slug, slug, ...more });
}

type Confirmed = Output<'confirmReady'>;

export async function confirm(world: World, input: Input = {}, name = 'ada'): Promise<Confirmed> {
  await plant(world, name);
  const { id } = world.workspace;
  const given = { workstream_slug: stream, commit_sha: sha('one'), test_results: passed };
  return world.as(name).ok('confirmReady', { id, ...given, ...input });
}

/** A receipt for a run that passed. */
export async function receiptFor(world: World, input: Input = {}, name = 'ada'): Promise<string> {
  const answer = await confirm(world, input, name);
  assert.is(answer.phase, 'confirmed', JSON.stringify(answer));
  return answer.receipt_id ?? '';
}

export async function record(
  world: World,
  input: Input,
  name = 'ada',
): Promise<Output<'recordCommit'>> {
  await plant(world, name);
  const { id } = world.workspace;
  return world.as(name).ok('recordCommit', { id, commit_sha: sha('one'), ...input });
}

/** Says why a commit is not recorded: the status and the words. */
export async function unrecorded(
  world: World,
  input: Input,
  name = 'ada',
): Promise<{ status: number; message: string; body: Readonly<Record<string, unknown>> }> {
  await plant(world, name);
  const { id } = world.workspace;
  const asked = { id, commit_sha: sha('one'), ...input };
  const { status, message, text } = await world.as(name).refused('recordCommit', asked);
  return { status, message, body: JSON.parse(text) as Record<string, unknown> };
}

export async function commits(world: World, name = 'ada', query: Input = {}) {
  const { id } = world.workspace;
  const { commits: found } = await world.as(name).ok('listCommits', { id, ...query });
  return found;
}

/** A machine that runs tests and signs what came of it. */
export function machine(name = 'ci-1') {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return (more: Partial<Attestation> = {}): Attestation => {
    const fields = {
      commit_sha: sha('one'),
      tree: emptyTree,
      command: ['npm', 'test'],
      exit_code: 0,
      duration_ms: 1200,
      output_digest: 'ab'.repeat(32),
      machine: name,
      at: '2026-01-05T09:00:00.000Z',
      public_key: publicKey.export({ format: 'jwk' }).x ?? '',
      ...more,
    };
    const said = Buffer.from(canonicalAttestation(fields));
    const signature = more.signature ?? sign(null, said, privateKey).toString('base64url');
    return { ...fields, signature };
  };
}

/** What a vouch is about, in the field names of `confirmReady`. */
interface Vouched {
  readonly touched_files?: readonly string[];
  readonly touched_symbols?: readonly string[];
  readonly affected_tests?: readonly string[];
}

/** A daemon that read from Git what a commit touches, and says so with its signature. */
export function voucher(world: World) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return (lists: Vouched, more: Partial<Vouch> = {}): Vouch => {
    const { touched_files: files = [], touched_symbols: symbols = [] } = lists;
    const said = canonicalTouched({ files, symbols, tests: lists.affected_tests });
    const fields = {
      purpose: 'touched' as const,
      workspace_id: world.workspace.id,
      workstream: stream,
      commit_sha: sha('one'),
      tree: emptyTree,
      touched_digest: createHash('sha256').update(said).digest('hex'),
      public_key: publicKey.export({ format: 'jwk' }).x ?? '',
      ...more,
    };
    const statement = Buffer.from(canonicalStatement(fields));
    const signature = more.signature ?? sign(null, statement, privateKey).toString('base64url');
    return { ...fields, signature };
  };
}
