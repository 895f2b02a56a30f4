import type { Client } from '../../shared/api/client.ts';
import { conventionStatus } from '../../shared/conventions/contract.ts';
import { idPrefixes } from '../../shared/kernel/ids.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';

/** A record that a person can mean by the beginning of its id. */
export interface Candidate {
  readonly id: string;
  /** What a person knows it by. */
  readonly title: string;
}

/** A kind of record whose ids people type. */
export interface IdKind {
  /** As in `No such task`. */
  readonly noun: string;
  /** What its ids begin with, before the `_`. */
  readonly prefix: string;
  /** All records of the workspace that the caller may see, whatever their state. */
  list(client: Client, workspaceId: string): Promise<Candidate[] | Refusal>;
}

const limit = 500;

/** Asks page by page. `ask` gives the items of one page and the cursor of the next. */
export async function allPages<T>(
  ask: (
    before: string | undefined,
  ) => Promise<{ items: readonly T[]; next: string | undefined } | Refusal>,
): Promise<T[] | Refusal> {
  const found: T[] = [];
  let before: string | undefined;
  do {
    const page = await ask(before);
    if (isRefusal(page)) return page;
    found.push(...page.items);
    before = page.next;
  } while (before !== undefined);
  return found;
}

type Lister = IdKind['list'];
type Paged = { readonly next_cursor?: string | undefined };

/** A list whose answer names the cursor of its next page. */
function paged<A extends Paged>(
  ask: (
    client: Client,
    page: { id: string; limit: number; before: string | undefined },
  ) => Promise<A | Refusal>,
  candidatesIn: (answer: A) => readonly Candidate[],
): Lister {
  return (client, id) =>
    allPages(async (before) => {
      const answer = await ask(client, { id, limit, before });
      if (isRefusal(answer)) return answer;
      return { items: candidatesIn(answer), next: answer.next_cursor };
    });
}

const conventionsThat = (status: (typeof conventionStatus.options)[number]) =>
  paged(
    (client, page) => client.call('listConventions', { ...page, status }),
    ({ conventions }) => conventions,
  );

/** The lists after each other. */
function together(...lists: readonly Lister[]): Lister {
  return async (client, id) => {
    const found: Candidate[] = [];
    for (const list of lists) {
      const items = await list(client, id);
      if (isRefusal(items)) return items;
      found.push(...items);
    }
    return found;
  };
}

const listMeetings: Lister = (client, workspace_id) =>
  allPages(async (before) => {
    let next: string | undefined;
    const onNextCursor = (cursor: string) => void (next = cursor);
    const asked = { workspace_id, limit, before };
    const items = await client.call('recentMeetings', asked, { onNextCursor });
    return isRefusal(items) ? items : { items, next };
  });

const listSessions: Lister = (client, id) =>
  allPages(async (before) => {
    let next: string | undefined;
    const onNextCursor = (cursor: string) => void (next = cursor);
    const sessions = await client.call('listSessions', { id, before }, { onNextCursor });
    if (isRefusal(sessions)) return sessions;
    const items = sessions.map((one) => ({
      id: one.id,
      title: `${one.user_name} (${one.agent_type})`,
    }));
    return { items, next };
  });

/** Every kind of record that people name by id. */
export const idKinds = {
  decision: {
    noun: 'decision',
    prefix: idPrefixes.decision,
    list: paged(
      (client, page) => client.call('listDecisions', page),
      ({ decisions }) => decisions,
    ),
  },
  convention: {
    noun: 'convention',
    prefix: idPrefixes.convention,
    list: together(...conventionStatus.options.map(conventionsThat)),
  },
  task: {
    noun: 'task',
    prefix: idPrefixes.task,
    list: paged(
      (client, page) => client.call('listTasks', page),
      ({ tasks }) => tasks,
    ),
  },
  meeting: { noun: 'meeting', prefix: idPrefixes.meeting, list: listMeetings },
  package: {
    noun: 'work package',
    prefix: idPrefixes.workPackage,
    list: paged(
      (client, page) => client.call('listPackages', page),
      ({ packages }) => packages,
    ),
  },
  negotiation: {
    noun: 'negotiation',
    prefix: idPrefixes.negotiation,
    list: paged(
      (client, page) => client.call('listNegotiations', page),
      ({ negotiations }) =>
        negotiations.map(({ id, initiator, counterparty, file }) => ({
          id,
          title: `${initiator} asks ${counterparty} for ${file}`,
        })),
    ),
  },
  session: { noun: 'session', prefix: idPrefixes.session, list: listSessions },
  key: {
    noun: 'key',
    prefix: idPrefixes.key,
    async list(client) {
      const answer = await client.call('listKeys', {});
      if (isRefusal(answer)) return answer;
      return answer.keys.map(({ id, name }) => ({ id, title: name }));
    },
  },
  member: {
    noun: 'member',
    prefix: idPrefixes.user,
    list: paged(
      (client, page) => client.call('listMembers', page),
      ({ members }) => members.map((one) => ({ id: one.user_id, title: one.name })),
    ),
  },
} as const satisfies Readonly<Record<string, IdKind>>;

export type IdKindName = keyof typeof idKinds;
