import { Option, type Command } from 'commander';
import type { Role } from '../../../shared/contract/fields.ts';
import type { Define } from '../../command-line/define.ts';
import { addConnection, workspaceOption } from '../../command-line/options.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import type { WorkspaceSettings } from './workspace.ts';

const module = () => import('./workspace.ts');

/** `coord workspace`: the workspaces and their members. */
export function registerWorkspace(program: Command, define: Define): void {
  const workspace = program.command('workspace').description('the workspaces and their members');
  const list = define(workspace, 'list', {
    summary: 'the workspaces that you are in',
    example: 'coord workspace list',
    load: async () => (await module()).listWorkspaces,
    table: true,
  });
  const create = define<ConnectOptions & { name: string; slug?: string }>(
    workspace,
    'create <name>',
    {
      summary: 'make a workspace; you own it',
      example: 'coord workspace create "The shop" --slug shop',
      load: async () => (await import('./create.ts')).createWorkspace,
    },
  ).option('--slug <slug>', 'its short name (default: from the name)');
  const use = define<ConnectOptions & { slug: string }>(workspace, 'use <slug>', {
    summary: 'the workspace that this repository belongs to from the next start of its daemon',
    example: 'coord workspace use shop',
    load: async () => (await module()).useWorkspace,
  });
  for (const command of [list, create, use]) addConnection(command);
  const ofOne = [
    ...registerMembers(workspace, define),
    registerSettings(workspace, define),
    ...registerInvitations(workspace, define),
  ];
  for (const command of ofOne) addConnection(command).addOption(workspaceOption());
}

function registerMembers(workspace: Command, define: Define): Command[] {
  const members = define(workspace, 'members', {
    summary: 'who is in the workspace',
    example: 'coord workspace members',
    load: async () => (await module()).listMembers,
    table: true,
  });
  const add = define<ConnectOptions & { user: string; role?: Role }>(
    workspace,
    'add-member <user>',
    {
      summary: 'add a user by e-mail address or id, or give a member another role',
      example: 'coord workspace add-member ada@example.com --role admin',
      load: async () => (await module()).addMember,
    },
  ).addOption(
    new Option('--role <role>', 'what they may do; member, where they are none yet').choices([
      'owner',
      'admin',
      'member',
    ]),
  );
  const remove = define<ConnectOptions & { user: string }>(workspace, 'remove-member <user>', {
    summary: 'remove a member, with their sessions and reservations',
    example: 'coord workspace remove-member ada@example.com',
    load: async () => (await module()).removeMember,
  });
  return [members, add, remove];
}

function registerSettings(workspace: Command, define: Define): Command {
  return define<ConnectOptions & WorkspaceSettings>(workspace, 'set', {
    summary:
      'change what collides in the workspace, what its test gate takes and whose rules deny writes; without an option, show it',
    example: 'coord workspace set --conflict-policy lines --gate-policy verified',
    load: async () => (await module()).setWorkspace,
  })
    .addOption(
      new Option(
        '--conflict-policy <policy>',
        'what collides beside touching lines: whole symbols, parts of them (members), or nothing (lines)',
      ).choices(['symbols', 'members', 'lines']),
    )
    .addOption(
      new Option(
        '--gate-policy <policy>',
        'the least that the gate takes: what an agent says, a commit that a daemon vouches for, or also a run of its own',
      ).choices(['reported', 'verified', 'attested']),
    )
    .addOption(
      new Option(
        '--test-gaps <answer>',
        'whether results may leave out tests that the commit can affect',
      ).choices(['refused', 'allowed']),
    )
    .addOption(
      new Option(
        '--must-rules <whose>',
        'whose must rules deny writes: those that an admin or a second member accepted (reviewed), only those of admins, or of anyone',
      ).choices(['reviewed', 'admins', 'anyone']),
    );
}

function registerInvitations(workspace: Command, define: Define): Command[] {
  const invitations = define(workspace, 'invitations', {
    summary: 'the invitations that nobody has accepted yet',
    table: true,
    example: 'coord workspace invitations',
    load: async () => (await import('./invitations.ts')).listInvitations,
  });
  const revoke = define<ConnectOptions & { id: string }>(workspace, 'revoke-invitation <id>', {
    summary: 'take an open invitation back',
    example: 'coord workspace revoke-invitation ivt_4k0t7x',
    load: async () => (await import('./invitations.ts')).revokeInvitation,
  });
  return [invitations, revoke];
}
