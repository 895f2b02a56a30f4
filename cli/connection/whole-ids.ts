import type { Client } from '../../shared/api/client.ts';
import { asData } from '../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { shortIds } from '../terminal/short-ids.ts';
import { idKinds, type Candidate, type IdKind, type IdKindName } from './id-lists.ts';

/** The fields of the interface that hold an id which a person may have typed. */
const kindOf: Readonly<Record<string, IdKindName>> = {
  assignee: 'member',
  cid: 'convention',
  completes_task_id: 'task',
  counterparty_session: 'session',
  decision_id: 'decision',
  depends_on: 'task',
  invitation_id: 'invitation',
  key_id: 'key',
  made_by: 'member',
  meeting_id: 'meeting',
  negotiation_id: 'negotiation',
  pid: 'package',
  session_id: 'session',
  supersedes: 'decision',
  task_id: 'task',
  to_session: 'session',
  userId: 'member',
  user_id: 'member',
};

const idLength = 20;
const leastTyped = 4;
const shownCandidates = 10;

/** What an id consists of after its type and `_`, or the beginning of it. */
const beginning = /^[0-9a-hjkmnp-tv-z]{1,20}$/;

/**
 * CMD-4: makes the whole ids of the beginnings that a person typed, with or without the type in front, at least four
 * characters. A beginning that several records have is refused (Conflict) with those records, one that none has with NotFound.
 * A session may also be named by its conversation, which stays as it is. What is whole already asks nobody.
 */
export function wholeIds(client: Client, workspaceId: () => Promise<string | Refusal>) {
  const known = new Map<string, string>();
  const wholeId = async (kind: IdKindName, given: string): Promise<string | Refusal> => {
    const key = `${kind} ${given}`;
    const id = known.get(key) ?? (await findWhole({ client, workspaceId }, idKinds[kind], given));
    if (!isRefusal(id)) known.set(key, id);
    return id;
  };
  return async function whole<T extends object>(input: T): Promise<T | Refusal> {
    const meant = { ...input } as Record<string, unknown>;
    for (const [field, value] of Object.entries(meant)) {
      const kind = kindOf[field];
      if (kind === undefined || isName(meant, field)) continue;
      const ids = await eachWhole(value, (given) => wholeId(kind, given));
      if (isRefusal(ids)) return ids;
      meant[field] = ids;
    }
    return meant as T;
  };
}

/** Who does what a meeting found is named as people say it, unless what was typed is an id. */
function isName(input: Readonly<Record<string, unknown>>, field: string): boolean {
  if (field !== 'assignee' || !('result_id' in input)) return false;
  return !/^usr_\w/.test(String(input[field]));
}

/** An id, or each of a list; what is no text stays as it is. */
async function eachWhole(
  value: unknown,
  wholeId: (given: string) => Promise<string | Refusal>,
): Promise<unknown> {
  if (typeof value === 'string') return wholeId(value);
  if (!Array.isArray(value)) return value;
  const ids: unknown[] = [];
  for (const item of value) {
    const id = typeof item === 'string' ? await wholeId(item) : (item as unknown);
    if (isRefusal(id)) return id;
    ids.push(id);
  }
  return ids;
}

interface Place {
  readonly client: Client;
  workspaceId(): Promise<string | Refusal>;
}

async function findWhole(place: Place, kind: IdKind, given: string): Promise<string | Refusal> {
  const start = startOf(kind, given);
  if (typeof start !== 'string' || isWhole(kind, start)) return start ?? otherwise(kind, given);
  const workspaceId = kind === idKinds.key ? '' : await place.workspaceId();
  if (isRefusal(workspaceId)) return workspaceId;
  const all = await kind.list(place.client, workspaceId);
  return isRefusal(all) ? all : wholeIdAmong(all, kind, given);
}

/** As `wholeIds`, among records that are at hand. */
export function wholeIdAmong(
  all: readonly Candidate[],
  kind: IdKind,
  given: string,
): string | Refusal {
  const start = startOf(kind, given);
  if (typeof start !== 'string' || isWhole(kind, start)) return start ?? otherwise(kind, given);
  const meant = all.filter(({ id }) => id.startsWith(start));
  const [only, another] = meant;
  if (only === undefined) return otherwise(kind, given);
  return another === undefined ? only.id : ambiguous(kind, given, { meant, all });
}

/** The beginning of the id, with its type; undefined for what can be none. */
function startOf(kind: IdKind, given: string): string | undefined | Refusal {
  const text = given.trim().toLowerCase();
  const own = `${kind.prefix}_`;
  const rest = text.startsWith(own) ? text.slice(own.length) : text;
  if (!beginning.test(rest)) return undefined;
  if (rest.length >= leastTyped) return `${own}${rest}`;
  return kind === idKinds.session ? undefined : tooShort(kind, given);
}

function isWhole({ prefix }: IdKind, start: string): boolean {
  return start.length === prefix.length + 1 + idLength;
}

/** A conversation is no id; what cannot be the beginning of an id is not there. */
function otherwise(kind: IdKind, given: string): string | Refusal {
  if (kind === idKinds.session || given.trim() === '') return given;
  return refuse('NotFound', `No such ${kind.noun}: ${asData(given)}.`);
}

function tooShort({ prefix }: IdKind, given: string): Refusal {
  return refuse(
    'NotFound',
    `${asData(given)}: give at least ${leastTyped} characters after ${prefix}_.`,
  );
}

function ambiguous(
  { noun }: IdKind,
  given: string,
  { meant, all }: { readonly meant: readonly Candidate[]; readonly all: readonly Candidate[] },
): Refusal {
  const short = shortIds(all.map(({ id }) => id));
  const lines = meant
    .slice(0, shownCandidates)
    .map(({ id, title }) => `  ${short.get(id) ?? id}  ${asData(title)}`);
  const rest = meant.length - lines.length;
  const more = rest > 0 ? [`  and ${rest} more`] : [];
  const head = `${asData(given)} is the beginning of ${meant.length} ${noun}s. Give more of the one that you mean:`;
  return refuse('Conflict', [head, ...lines, ...more].join('\n'), {
    candidates: meant.map(({ id, title }) => ({ id, title })),
  });
}
