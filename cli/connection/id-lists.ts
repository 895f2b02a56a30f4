import type { Client } from '../../shared/api/client.ts';
import { allPages, pageOf } from '../../shared/kernel/pages.ts';
import { conventionStatus } from '../../shared/conventions/contract.ts';
import { idPrefixes } from '../../shared/kernel/ids.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { allHeaded, allSessions } from './live-lists.ts';

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
    allPages((before) => pageOf(ask(client, { id, limit, before }), candidatesIn));
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
  allHeaded((before, options) =>
    client.call('recentMeetings', { workspace_id, limit, before }, options),
  );

const listSessions: Lister = async (client, id) => {
  const sessions = await allSessions(client, id);
  if (isRefusal(sessions)) return sessions;
  return sessions.map((one) => ({ id: one.id, title: `${one.user_name} (${one.agent_type})` }));
};

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
  invitation: {
    noun: 'open invitation',
    prefix: idPrefixes.invitation,
    async list(client, id) {
      const answer = await client.call('listInvitations', { id });
      if (isRefusal(answer)) return answer;
      return answer.invitations.map((one) => ({ id: one.id, title: one.email }));
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
