import { z } from 'zod';
import {
  changeOf,
  filePath,
  identifier,
  labels,
  limits,
  line,
  opaque,
  page,
  text,
  timestamp,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { globLimits } from './glob-limits.ts';

/** `must` denies writes, `should` advises, `may` is only recorded. */
export const tier = z.enum(['must', 'should', 'may']);
export type Tier = z.output<typeof tier>;

/** `proposed` is a `must` that waits to be accepted and denies nothing yet (CNV-5). */
export const conventionStatus = z.enum(['proposed', 'active', 'retired']);

export const convention = z.object({
  id: z.string(),
  title: z.string(),
  rationale: z.string(),
  tier,
  affected_files: z.array(z.string()),
  affected_areas: z.array(z.string()),
  status: conventionStatus,
  /** A user id. */
  proposed_by: z.string(),
  proposed_by_name: z.string(),
  created_at: timestamp,
  retired_at: timestamp.optional(),
  retired_by: z.string().optional(),
  /** Who made a proposed one count, or an admin who changed it later. */
  accepted_by: z.string().optional(),
  accepted_at: timestamp.optional(),
});

export type ConventionRecord = z.output<typeof convention>;

/** Globs as a list, or one text with commas between them; commas in braces belong to their glob. */
const globs = z.union([
  opaque(limits.text),
  z.array(opaque(globLimits.length)).max(globLimits.perConvention),
]);

const areas = labels(limits.areasPerRecord, limits.area);

export const conventionOperations = {
  proposeConvention: operation({
    method: 'POST',
    path: '/workspaces/:id/conventions',
    access: 'member',
    tool: 'convention_propose',
    input: z.object({
      ...workspaceId,
      title: line(limits.title).describe('The rule in one line'),
      rationale: text(limits.rationale).default(''),
      tier: tier.default('should').describe('must denies every write to the files'),
      affected_files: globs.optional().describe('Globs, such as src/auth/**'),
      affected_areas: areas.optional(),
    }),
    output: convention.extend({
      /** CNV-5: who accepts it, and how, while it waits. */
      message: z.string().optional(),
    }),
    status: 201,
    summary: 'Propose a rule of the team for some files. Admins can retire it.',
  }),
  listConventions: operation({
    method: 'GET',
    path: '/workspaces/:id/conventions',
    access: 'member',
    tool: 'convention_list',
    input: z.object({
      ...workspaceId,
      tier: tier.optional(),
      file: filePath.optional().describe('Those that match this file'),
      status: conventionStatus.optional().describe('active when left out, with proposed beside'),
      ...page,
    }),
    output: z.object({
      conventions: z.array(convention),
      /**
       * CNV-5: the newest of those that wait to be accepted, on the first page where no status is asked for. They stand apart
       * since they bind nobody, and an earlier daemon would deny writes by what it finds among the conventions.
       */
      proposed: z.array(convention).optional(),
      next_cursor: z.string().optional(),
    }),
    summary:
      'The rules of the team. Those in `proposed` are none yet: they bind nobody until a person accepts them.',
  }),
  getConvention: operation({
    method: 'GET',
    path: '/workspaces/:id/conventions/:cid',
    access: 'member',
    input: z.object({ ...workspaceId, cid: identifier }),
    output: convention,
    summary: 'One convention, whatever its status',
  }),
  changeConvention: operation({
    method: 'PATCH',
    path: '/workspaces/:id/conventions/:cid',
    access: 'admin',
    input: changeOf(
      z.object({
        ...workspaceId,
        cid: identifier,
        status: conventionStatus.exclude(['proposed']).optional(),
        tier: tier.optional(),
      }),
      ['status', 'tier'],
    ),
    output: convention,
    summary: 'Retire a convention, or change its tier',
  }),
  acceptConvention: operation({
    method: 'POST',
    path: '/workspaces/:id/conventions/:cid/accept',
    access: 'member',
    input: z.object({ ...workspaceId, cid: identifier }),
    output: convention,
    summary: 'Make a proposed rule count; another member than its proposer does, or an admin',
  }),
  withdrawConvention: operation({
    method: 'DELETE',
    path: '/workspaces/:id/conventions/:cid',
    access: 'member',
    input: z.object({ ...workspaceId, cid: identifier }),
    output: convention,
    summary: 'Take back a rule that you proposed and nobody else accepted',
  }),
};
